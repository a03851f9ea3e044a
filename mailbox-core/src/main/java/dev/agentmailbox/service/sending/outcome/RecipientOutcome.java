package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * State transitions of a recipient on a report. Pure.
 *
 * <pre>
 * before      failed, 5.x  failed, other  delivered  delayed  relayed, expanded  complained
 * pending     -            -              -          -        -                  -
 *   in flight again later  again later    again l.   -        -                  again later
 * sent        bounced      bounced        delivered  noted    -                  complained
 * delivered   bounced      -              -          -        -                  complained
 * bounced     -            -              -          -        -                  -
 * complained  -            -              -          -        -                  -
 * rejected    -            -              -          -        -                  -
 * </pre>
 *
 * <p>Of several entries for one recipient the worst counts. A report about a pending recipient is
 * ignored, since the mail was not handed over. But once the final dot may have been written, a fast
 * report can overtake our own record; it is then rejected temporarily. A permanent failure after
 * delivery is an asynchronous bounce: the server that accepted the mail could not deliver it.
 */
final class RecipientOutcome {
  private static final String DELAYED = "delayed ";

  private static final Comparator<Entry> BADNESS =
      Comparator.comparingInt(RecipientOutcome::severity).thenComparing(Entry::address);

  private RecipientOutcome() {}

  /** The worse of two entries for one recipient; the first when they are equal. */
  static Entry worse(Entry first, Entry second) {
    return BADNESS.compare(first, second) >= 0 ? first : second;
  }

  private static int severity(Entry entry) {
    return switch (entry.action()) {
      case RELAYED, EXPANDED -> 0;
      case DELAYED -> 1;
      case DELIVERED -> 2;
      case FAILED -> entry.isPermanent() ? 4 : 3;
      case COMPLAINED -> 5;
    };
  }

  /**
   * Applies one entry.
   *
   * @return the changed recipient; empty when nothing changes
   * @throws OutcomePendingException its hand-over is not yet recorded
   */
  static Optional<SendRecipient> after(SendRecipient before, Entry entry, Instant now) {
    return switch (before.status()) {
      case PENDING -> {
        if (before.unanswered() && changes(entry.action())) {
          throw new OutcomePendingException();
        }
        yield Optional.empty();
      }
      case SENT -> afterSent(before, entry, now);
      case DELIVERED -> afterDelivered(before, entry, now);
      case BOUNCED, COMPLAINED, REJECTED -> Optional.empty();
    };
  }

  private static boolean changes(Action action) {
    return switch (action) {
      case FAILED, DELIVERED, COMPLAINED -> true;
      case DELAYED, RELAYED, EXPANDED -> false;
    };
  }

  private static Optional<SendRecipient> afterSent(SendRecipient before, Entry entry, Instant now) {
    return switch (entry.action()) {
      case FAILED -> Optional.of(bounced(before, entry, now));
      case DELIVERED ->
          Optional.of(before.become(RecipientStatus.DELIVERED, null, detail(entry), now));
      case COMPLAINED -> Optional.of(before.become(RecipientStatus.COMPLAINED, null, null, now));
      case DELAYED -> {
        String note = DELAYED + entry.status();
        yield note.equals(before.detail())
            ? Optional.empty()
            : Optional.of(before.become(RecipientStatus.SENT, null, note, now));
      }
      case RELAYED, EXPANDED -> Optional.empty();
    };
  }

  private static Optional<SendRecipient> afterDelivered(
      SendRecipient before, Entry entry, Instant now) {
    return switch (entry.action()) {
      case FAILED ->
          entry.isPermanent() ? Optional.of(bounced(before, entry, now)) : Optional.empty();
      case COMPLAINED -> Optional.of(before.become(RecipientStatus.COMPLAINED, null, null, now));
      case DELAYED, DELIVERED, RELAYED, EXPANDED -> Optional.empty();
    };
  }

  private static SendRecipient bounced(SendRecipient before, Entry entry, Instant now) {
    String type = entry.isPermanent() ? BounceType.PERMANENT : BounceType.TRANSIENT;
    return before.become(RecipientStatus.BOUNCED, type, detail(entry), now);
  }

  /** The SMTP reply line or the code; no other text of the report. */
  private static String detail(Entry entry) {
    return Optional.ofNullable(entry.reply()).orElse(entry.status());
  }

  /** The consequence for the address. */
  static AddressVerdict address(SendRecipient after, Entry entry) {
    return after.status() == RecipientStatus.BOUNCED ? entry.address() : AddressVerdict.NONE;
  }
}
