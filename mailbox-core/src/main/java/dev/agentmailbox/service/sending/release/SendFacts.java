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
 * Everything the release checks judge by, read in one transaction. The checks read nothing else.
 *
 * @param strangers recipients the inbox was never in contact with, in lower case; read when a check
 *     asks for them
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
   * The inbox that sends, and what is above it.
   *
   * @param platformPaused the operator has paused sending for everyone
   */
  record Sender(
      Organization organization, Inbox inbox, EffectivePolicy policy, boolean platformPaused) {}

  /**
   * What came before.
   *
   * @param keyUsedOtherwise the Idempotency-Key belongs to another request body
   * @param identicalSent the same mail was sent inside the de-duplication window
   */
  record Repeats(boolean keyUsedOtherwise, boolean identicalSent) {
    static final Repeats NONE = new Repeats(false, false);
  }

  /**
   * The thread the mail joins, if any.
   *
   * @param locked a human has taken it over
   * @param own how many of the inbox's own messages stand last in it, within an hour, with no
   *     inbound one between
   */
  record JoinedThread(boolean locked, int own) {}

  /**
   * Recipients of the organization that count for today.
   *
   * @param taken counted already
   * @param toTake how many this mail adds; 0 when it was counted today already
   */
  record DailyRecipients(long taken, int toTake) {}

  /**
   * What the mail itself says.
   *
   * @param expectedRecipients addresses in lower case; null when the caller names none
   * @param bytes size of the composed mail, or an estimate when it was not composed
   * @param answersMachine it would answer an automatic mail or an inbox of this service
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

    /** Of all recipients, in lower case. */
    Set<String> addresses() {
      return recipients.stream().map(Recipient::key).collect(Collectors.toSet());
    }
  }
}
