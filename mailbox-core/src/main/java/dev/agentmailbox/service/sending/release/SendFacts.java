package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.service.policy.AddressLists;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The complete input of the release checks, read in one transaction.
 *
 * @param strangers recipients in lower case that the inbox was never in contact with; evaluated
 *     lazily
 */
record SendFacts(
    Instant now,
    Asked asked,
    Sender sender,
    Repeats repeats,
    JoinedThread thread,
    AddressLists lists,
    DailyRecipients daily,
    Supplier<Set<String>> strangers) {

  /**
   * The sending inbox and its ancestors.
   *
   * @param platformPaused whether an operator has paused sending platform-wide
   */
  record Sender(
      Organization organization, Inbox inbox, EffectivePolicy policy, boolean platformPaused) {}

  /**
   * Repetition.
   *
   * @param keyUsedOtherwise the Idempotency-Key was used with another request body
   * @param identicalSent an identical mail was sent within the duplicate window
   */
  record Repeats(boolean keyUsedOtherwise, boolean identicalSent) {
    static final Repeats NONE = new Repeats(false, false);
  }

  /**
   * The thread the mail joins, if any.
   *
   * @param locked a human has taken it over
   * @param own consecutive own messages at its end, within an hour
   */
  record JoinedThread(boolean locked, int own) {}

  /**
   * The organization's daily recipients.
   *
   * @param taken already counted
   * @param toTake added by this mail; 0 when it was counted today already
   */
  record DailyRecipients(long taken, int toTake) {}

  /**
   * Properties of the mail.
   *
   * @param expectedRecipients addresses in lower case; null for no expectation
   * @param bytes size of the composed mail; an estimate when it was not composed
   * @param answersMachine whether it answers an automatic mail or an inbox of this service
   */
  record Asked(
      List<Recipient> recipients,
      @Nullable Set<String> expectedRecipients,
      SendRequest.Faults faults,
      int attachmentCount,
      long bytes,
      Evidence evidence,
      boolean answersMachine) {
    static Asked of(PreparedMail mail) {
      SendRequest request = mail.request();
      SendRequest.Answered answered = request.answered();
      return new Asked(
          request.recipients(),
          request.options().expectedRecipients(),
          request.faults(),
          mail.attachments(),
          mail.composed().size(),
          mail.evidence(),
          answered != null && answered.fromMachine());
    }

    /** All recipients, in lower case. */
    Set<String> addresses() {
      return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
    }
  }
}
