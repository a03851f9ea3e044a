package dev.agentmailbox.flow.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.flow.outcome.Report.Entry;
import dev.agentmailbox.flow.outcome.Report.Kind;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what a report says of one send: recipients, events, counts, suppressions. Only
 * recipients that the send has change, and each at most once. Thread safe.
 */
public final class ReportRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(ReportRecorder.class);

  private final MailboxContext context;
  private final OutcomeLog log;

  public ReportRecorder(MailboxContext context) {
    this.context = context;
    this.log = new OutcomeLog(context);
  }

  /**
   * Records a report that was found to be about a send.
   *
   * @throws UnsettledException when it is too early; the transaction must end without a change
   */
  public void record(StoreTransaction tx, Send known, Report report) {
    if (report.kind() == Kind.OTHER) {
      return;
    }
    Scope scope = known.scope();
    // The inbox first: whoever locks both locks them in this order.
    tx.inboxes().lock(scope, known.inboxId());
    Optional<Send> locked = tx.sends().lock(scope, known.id());
    if (locked.isEmpty()) {
      return;
    }
    Send send = locked.get();
    Instant now = context.now();
    List<SendRecipient> recipients = new ArrayList<>(send.recipients());
    List<RecipientChange> changes = new ArrayList<>();
    for (Entry entry : report.entries()) {
      int index = recipient(send, entry, report.original());
      if (index < 0) {
        LOG.info("send {}: a report speaks of a recipient it does not have", send.id());
        continue;
      }
      SendRecipient before = recipients.get(index);
      Optional<SendRecipient> after = RecipientOutcome.after(before, entry, now);
      after.ifPresent(recipient -> recipients.set(index, recipient));
      after
          .filter(recipient -> recipient.status() != before.status())
          .map(r -> new RecipientChange(r, entry.status(), RecipientOutcome.address(r, entry)))
          .ifPresent(changes::add);
    }
    if (recipients.equals(send.recipients())) {
      return;
    }
    Send updated = send.change().recipients(recipients).at(now);
    tx.sends().update(updated);
    log.tell(tx, updated, changes, now);
    changes.forEach(c -> LOG.info("send {}: a recipient {}", send.id(), c.recipient().status()));
  }

  /** Which recipient of the send an entry means; -1 when none. */
  private static int recipient(Send send, Entry entry, Report.Original original) {
    List<SendRecipient> recipients = send.recipients();
    for (int i = 0; i < recipients.size(); i++) {
      if (entry.addresses().contains(recipients.get(i).address().toLowerCase(Locale.ROOT))) {
        return i;
      }
    }
    if (!entry.addresses().isEmpty()) {
      return -1;
    }
    // It names nobody: then it must be clear from the mail it returns, or from the send itself.
    List<Integer> addressed = new ArrayList<>();
    for (int i = 0; i < recipients.size(); i++) {
      if (original.recipients().contains(recipients.get(i).address().toLowerCase(Locale.ROOT))) {
        addressed.add(i);
      }
    }
    if (recipients.size() == 1) {
      return 0;
    }
    return addressed.size() == 1 ? addressed.get(0) : -1;
  }
}
