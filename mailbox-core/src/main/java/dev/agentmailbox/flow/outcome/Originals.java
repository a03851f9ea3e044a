package dev.agentmailbox.flow.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MessageStore.MessageRange;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.ThreadStore.KnownReference;
import dev.agentmailbox.sending.Send;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the send a report is about when it did not come to the return path: by the return path or
 * the Message-ID it shows of the mail. Both hold 128 random bits, so only who saw the mail knows
 * them.
 */
public final class Originals {
  /** Messages of a thread that are looked through, newest first. */
  private static final int MAX_THREAD_MESSAGES = 200;

  private static final int MAX_LOOKUPS = 10;

  private static final List<Integer> EVERYTHING =
      Hidden.visibleBits(Arrays.asList(Hidden.values()));

  private Originals() {}

  /** The send of this inbox that the report shows. */
  public static Optional<Send> ofInbox(StoreTransaction tx, Scope inbox, Report report) {
    Optional<Send> byReturnPath =
        byReturnPath(tx, report).filter(send -> send.inboxId().equals(inbox.id()));
    return byReturnPath.isPresent() ? byReturnPath : byMessageId(tx, inbox, report);
  }

  /** The send of any inbox: for reports to the people who run the service. */
  public static Optional<Send> ofAnyInbox(StoreTransaction tx, Report report) {
    Optional<Send> byReturnPath = byReturnPath(tx, report);
    if (byReturnPath.isPresent()) {
      return byReturnPath;
    }
    return report.original().authors().stream()
        .limit(MAX_LOOKUPS)
        .flatMap(author -> tx.inboxes().route(author).stream())
        .filter(entry -> !entry.retired())
        .map(entry -> Scope.inbox(entry.organizationId(), entry.podId(), entry.address()))
        .flatMap(scope -> byMessageId(tx, scope, report).stream())
        .findFirst();
  }

  private static Optional<Send> byReturnPath(StoreTransaction tx, Report report) {
    return report.original().returnPaths().stream()
        .limit(MAX_LOOKUPS)
        .flatMap(path -> tx.sends().findByEnvelopeSender(path).stream())
        .findFirst();
  }

  private static Optional<Send> byMessageId(StoreTransaction tx, Scope inbox, Report report) {
    List<String> ids = report.original().messageIds().stream().limit(MAX_LOOKUPS).toList();
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    return tx.threads().known(inbox, ids).stream()
        .filter(KnownReference::ours)
        .flatMap(known -> sendId(tx, inbox, known).stream())
        .flatMap(sendId -> tx.sends().find(inbox, sendId).stream())
        .findFirst();
  }

  private static Optional<String> sendId(StoreTransaction tx, Scope inbox, KnownReference known) {
    MessageRange thread = new MessageRange(EVERYTHING, null, known.threadId(), null, null);
    return tx.messages().range(inbox, thread, PageRequest.first(MAX_THREAD_MESSAGES)).stream()
        .filter(message -> known.rfcMessageId().equals(message.rfcMessageId()))
        .map(Message::sendId)
        .filter(Objects::nonNull)
        .findFirst();
  }
}
