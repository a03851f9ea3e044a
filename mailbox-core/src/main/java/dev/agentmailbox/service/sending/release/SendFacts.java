package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.service.policy.AddressLists;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
   * @param recipients role of each address, which is in lower case
   * @param uncleanFields header fields with a control character
   * @param bytes size of the composed mail, or an estimate when it was not composed
   * @param answersMachine it would answer an automatic mail or an inbox of this service
   */
  record Asked(
      SendKind kind,
      Map<String, RecipientRole> recipients,
      @Nullable Set<String> expectedRecipients,
      List<FieldProblem> problems,
      List<String> uncleanFields,
      int attachmentCount,
      long bytes,
      Evidence evidence,
      boolean answersMachine) {}
}
