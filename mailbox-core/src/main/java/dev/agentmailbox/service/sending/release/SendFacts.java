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
 * @param keyUsedOtherwise the Idempotency-Key belongs to another request body
 * @param threadLocked a human has taken over the thread the mail joins
 * @param ownInThread how many of the inbox's own messages stand last in the thread, within an hour,
 *     with no inbound one between
 * @param identicalSent the same mail was sent inside the de-duplication window
 * @param recipientsTaken recipients of the organization counted today
 * @param recipientsToTake how many this mail adds; 0 when it was counted today already
 * @param strangers recipients the inbox was never in contact with, in lower case; read when a check
 *     asks for them
 */
record SendFacts(
    Instant now,
    Asked asked,
    Organization organization,
    Inbox inbox,
    EffectivePolicy policy,
    boolean keyUsedOtherwise,
    boolean threadLocked,
    AddressLists lists,
    int ownInThread,
    boolean identicalSent,
    long recipientsTaken,
    int recipientsToTake,
    boolean platformPaused,
    Supplier<Set<String>> strangers) {

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
