package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.service.policy.AddressLists;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The complete input of the release checks, read in one transaction.
 *
 * @param known what the inbox knows of the recipients
 */
record SendFacts(
    Instant now,
    SendRequest request,
    Sender sender,
    Repeats repeats,
    JoinedThread thread,
    AddressLists lists,
    DailyRecipients daily,
    Known known) {

  boolean has(Evidence.Trait trait) {
    return request.evidence().traits().contains(trait);
  }

  /**
   * The sending inbox and its ancestors.
   *
   * @param platformPaused whether an operator has paused sending platform-wide
   */
  record Sender(
      Organization organization, Inbox inbox, EffectivePolicy policy, boolean platformPaused) {}

  /**
   * What the inbox knows of the recipients; evaluated lazily.
   *
   * @param strangers recipients in lower case that the inbox was never in contact with
   * @param writers lower-case addresses that have written to the thread that the mail answers
   * @param rules of the inbox, oldest first
   * @param dictated recipients and links that only strangers' mail names
   */
  record Known(
      Supplier<Set<String>> strangers,
      Supplier<Set<String>> writers,
      Supplier<List<SendRule>> rules,
      Supplier<List<Dictation>> dictated) {}

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
}
