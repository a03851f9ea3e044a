package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FilteredPage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Word-prefix search over correspondents, subject and text, newest first. Finds hidden mail only on
 * request, and held mail only for humans. Thread safe.
 */
public final class Search {
  private final MailboxContext context;

  public Search(MailboxContext context) {
    this.context = context;
  }

  /**
   * A search.
   *
   * @param text words, each of which must be a prefix of a word in the message
   * @param filter further conditions
   */
  public record Query(String text, MessageFilter filter) {}

  /**
   * A matching message.
   *
   * @param highlights snippets by field ({@code from}, {@code recipients}, {@code subject}, {@code
   *     text}), with matches between {@code **}
   */
  public record MessageHit(Message message, Map<String, List<String>> highlights) {}

  /** A thread with a matching message. */
  public record ThreadHit(MailThread thread, Map<String, List<String>> highlights) {}

  /** Searches the messages of one inbox. */
  public Page<MessageHit> messages(Caller caller, String inboxId, Query query, PageRequest page) {
    return context.read(
        tx -> {
          Inbox inbox = Access.inbox(tx, caller, inboxId, Permission.MESSAGE_READ);
          Finder finder = new Finder(tx, caller, inbox.scope(), query);
          return finder.page(page).map(found -> finder.hit(found.message()));
        });
  }

  /** Searches threads within a scope; each appears once per page. */
  public Page<ThreadHit> threads(Caller caller, Scope within, Query query, PageRequest page) {
    Access.require(caller, Permission.MESSAGE_READ);
    return context.read(
        tx -> {
          Finder finder = new Finder(tx, caller, within, query);
          VisibleThreads sight = VisibleThreads.of(tx, caller);
          Set<String> seen = new HashSet<>();
          Page<Found> found =
              finder.page(page, candidate -> seen.add(candidate.message().threadId()));
          List<ThreadHit> hits = new ArrayList<>();
          for (Found candidate : found.items()) {
            Message message = candidate.message();
            tx.threads()
                .find(message.scope(), message.threadId())
                .flatMap(sight::seen)
                .map(thread -> new ThreadHit(thread, finder.hit(message).highlights()))
                .ifPresent(hits::add);
          }
          return new Page<>(hits, found.next());
        });
  }

  private record Found(SearchStore.Entry entry, @Nullable Message loaded) {
    Message message() {
      if (loaded == null) {
        throw new IllegalStateException("only messages that exist pass the filter");
      }
      return loaded;
    }
  }

  /** A search within one transaction. */
  private static final class Finder {
    private final StoreTransaction tx;
    private final Caller caller;
    private final Scope within;
    private final MessageFilter filter;
    private final SearchStore.Query words;
    private final List<Integer> visible;

    Finder(StoreTransaction tx, Caller caller, Scope within, Query query) {
      this.tx = tx;
      this.caller = caller;
      this.within = within;
      this.filter = query.filter();
      this.visible = HiddenMailAccess.ranges(caller, filter.include());
      filter.requireValidLabels();
      List<String> prefixes = SearchWords.ofQuery(query.text());
      if (prefixes.isEmpty()) {
        throw MailboxException.validation("query.q", "must contain a word or a number");
      }
      this.words = new SearchStore.Query(prefixes, filter.after(), filter.before());
    }

    Page<Found> page(PageRequest request) {
      return page(request, found -> true);
    }

    Page<Found> page(PageRequest request, Predicate<Found> also) {
      return FilteredPage.pages(
          request,
          range -> tx.search().find(within, words, range).map(this::load),
          found -> wanted(found) && also.test(found),
          found -> found.entry().position());
    }

    private Found load(SearchStore.Entry entry) {
      Scope inbox =
          within.inbox().isPresent()
              ? within
              : tx.inboxes().find(within, entry.inboxId()).map(Inbox::scope).orElse(null);
      return new Found(
          entry, inbox == null ? null : tx.messages().find(inbox, entry.messageId()).orElse(null));
    }

    private boolean wanted(Found found) {
      Message message = found.loaded();
      return message != null
          && visible.contains(message.hiddenBits())
          && MessageView.showsContent(caller, message)
          && filter.matches(message, true);
    }

    MessageHit hit(Message message) {
      Map<String, List<String>> highlights = new LinkedHashMap<>();
      put(highlights, "from", Stream.ofNullable(message.author()).map(MailAddress::display));
      put(
          highlights,
          "recipients",
          Stream.of(message.headers().to(), message.headers().cc(), message.headers().bcc())
              .flatMap(List::stream)
              .map(MailAddress::display));
      put(highlights, "subject", Stream.ofNullable(message.subject()));
      put(highlights, "text", Stream.ofNullable(Messages.body(tx, message).text()));
      return new MessageHit(message, highlights);
    }

    private void put(Map<String, List<String>> highlights, String field, Stream<String> values) {
      List<String> marked =
          values
              .map(value -> Highlight.mark(value, words.prefixes()))
              .flatMap(Optional::stream)
              .limit(Highlight.MAX_PIECES)
              .toList();
      if (!marked.isEmpty()) {
        highlights.put(field, marked);
      }
    }
  }
}
