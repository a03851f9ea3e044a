package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.ThreadStore.ThreadRange;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FilteredPage;
import dev.agentmailbox.service.request.ScopeRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads threads of an inbox or of all inboxes in scope. Thread safe. */
public final class Threads {
  private final MailboxContext context;

  public Threads(MailboxContext context) {
    this.context = context;
  }

  /**
   * Resolves the scope for reads: the caller's own, one pod, or one inbox.
   *
   * @throws MailboxException {@code not_found} when pod or inbox are not in the caller's scope
   */
  public Scope within(Caller caller, ScopeRef scope) {
    return context.read(tx -> scope.within(tx, caller));
  }

  /** Threads by their newest message. */
  public Page<MailThread> list(Caller caller, Scope within, ThreadFilter filter, PageRequest page) {
    Access.require(caller, Permission.MESSAGE_READ);
    ThreadRange range =
        new ThreadRange(
            HiddenMailAccess.ranges(caller, filter.include()),
            MessageFilter.rarest(filter.labels()),
            filter.after(),
            filter.before());
    MessageFilter.requireValidLabels(filter.labels());
    if (!HiddenMailAccess.allowed(caller).contains(Hidden.bits(filter.labels()))) {
      return new Page<>(List.of(), null);
    }
    return context.read(
        tx -> {
          VisibleThreads sight = VisibleThreads.of(tx, caller);
          return FilteredPage.pages(
                  page,
                  request ->
                      sight.isSpent()
                          ? new Page<>(List.of(), request.after())
                          : Page.cut(
                              tx.threads().range(within, range, request),
                              request.limit(),
                              Threads::position),
                  thread ->
                      // What the full summary does not match, a restricted one does not either.
                      filter.matches(thread)
                          && sight.seen(thread).filter(filter::matches).isPresent(),
                  Threads::position)
              .map(thread -> sight.seen(thread).orElse(thread));
        });
  }

  static PagePosition position(MailThread thread) {
    return new PagePosition(thread.lastAt(), thread.id());
  }

  /**
   * A thread with a page of its messages.
   *
   * @param messages oldest first within the page; the first page is the newest
   */
  public record ThreadView(MailThread thread, Page<MessageView> messages) {}

  public ThreadView get(Caller caller, Scope within, String threadId, PageRequest page) {
    return context.read(
        tx -> {
          MailThread thread = find(tx, caller, within, threadId, Permission.MESSAGE_READ);
          MessageRange range =
              new MessageRange(HiddenMailAccess.allowed(caller), null, threadId, null, null);
          Page<Message> found =
              Page.cut(
                  tx.messages().range(thread.scope(), range, page),
                  page.limit(),
                  Messages::position);
          List<MessageView> views = new ArrayList<>();
          for (Message message : found.items()) {
            views.add(MessageView.of(caller, message, Messages.body(tx, message)));
          }
          if (!page.ascending()) {
            Collections.reverse(views);
          }
          MailThread seen =
              VisibleThreads.of(tx, caller)
                  .seen(thread)
                  .orElseThrow(() -> MailboxException.notFound("thread"));
          return new ThreadView(seen, new Page<>(views, found.next()));
        });
  }

  /** Finds a thread in scope and requires the permission. */
  public static MailThread find(
      StoreTransaction tx, Caller caller, Scope within, String threadId, Permission permission) {
    MailThread thread =
        tx.threads()
            .find(within, threadId)
            .filter(found -> HiddenMailAccess.allowed(caller).contains(found.hiddenBits()))
            .orElseThrow(() -> MailboxException.notFound("thread"));
    Access.require(caller, permission);
    return thread;
  }

  /** Finds the message of the thread that has this attachment. */
  public Message messageWith(Caller caller, Scope within, String threadId, String attachmentId) {
    return context.read(
        tx -> {
          MailThread thread = find(tx, caller, within, threadId, Permission.MESSAGE_READ);
          MessageRange range =
              new MessageRange(HiddenMailAccess.allowed(caller), null, threadId, null, null);
          return FilteredPage.page(
                  PageRequest.first(1),
                  request -> tx.messages().range(thread.scope(), range, request),
                  message ->
                      MessageView.showsContent(caller, message) && has(message, attachmentId),
                  Messages::position)
              .items()
              .stream()
              .findFirst()
              .orElseThrow(() -> MailboxException.notFound("attachment"));
        });
  }

  private static boolean has(Message message, String attachmentId) {
    return message.content().attachments().stream().anyMatch(a -> a.id().equals(attachmentId));
  }
}
