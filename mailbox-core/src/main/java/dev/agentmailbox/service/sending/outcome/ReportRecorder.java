package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendNote;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import dev.agentmailbox.service.sending.outcome.Report.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records a report about one send: recipients, events, counters, suppressions. Only recipients of
 * the send for which the reporter is authorized change, each at most once, by the worst entry; for
 * the rest a note is kept. Thread safe.
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
   * Records a report about a send.
   *
   * @throws OutcomePendingException the hand-over is not yet recorded; the transaction must be
   *     rolled back
   */
  public void record(StoreTransaction tx, Send known, Report report, Reporter reporter) {
    if (report.kind() == Kind.OTHER) {
      return;
    }
    Scope scope = known.scope();
    // Lock order: inbox before send.
    tx.inboxes().lock(scope, known.inboxId());
    Optional<Send> locked = tx.sends().lock(scope, known.id());
    if (locked.isEmpty()) {
      return;
    }
    Send send = locked.get();
    Instant now = context.now();
    List<SendRecipient> recipients = new ArrayList<>(send.recipients());
    List<RecipientChange> changes = new ArrayList<>();
    Set<String> notes = new TreeSet<>(send.findings().notes());
    Map<Integer, Entry> outcomes = new LinkedHashMap<>();
    for (Entry entry : report.entries()) {
      int index = recipient(send, entry, report.original(), reporter);
      if (index < 0) {
        LOG.info(
            "send {}: report ignored: the reporter is not authorized for the recipient", send.id());
        note(entry.action()).map(SendNote::wireName).ifPresent(notes::add);
      } else {
        outcomes.merge(index, entry, RecipientOutcome::worse);
      }
    }
    outcomes.forEach(
        (index, entry) -> {
          SendRecipient before = recipients.get(index);
          Optional<SendRecipient> after = RecipientOutcome.after(before, entry, now);
          after.ifPresent(recipient -> recipients.set(index, recipient));
          after
              .filter(recipient -> recipient.status() != before.status())
              .map(r -> new RecipientChange(r, entry.status(), RecipientOutcome.address(r, entry)))
              .ifPresent(changes::add);
        });
    Send updated = send.change().recipients(recipients).notes(List.copyOf(notes)).at(now);
    if (recipients.equals(send.recipients())
        && updated.findings().notes().equals(send.findings().notes())) {
      return;
    }
    tx.sends().update(updated);
    log.publish(tx, updated, changes, reporter, now);
    changes.forEach(c -> LOG.info("send {}: a recipient {}", send.id(), c.recipient().status()));
  }

  /** An unverified success report is not worth a note. */
  private static Optional<SendNote> note(Action action) {
    return switch (action) {
      case FAILED -> Optional.of(SendNote.UNPROVEN_BOUNCE);
      case COMPLAINED -> Optional.of(SendNote.UNPROVEN_COMPLAINT);
      case DELAYED, DELIVERED, RELAYED, EXPANDED -> Optional.empty();
    };
  }

  /**
   * Index of the recipient an entry is about, among those the reporter is authorized for; -1 when
   * none.
   */
  private static int recipient(
      Send send, Entry entry, Report.Original original, Reporter reporter) {
    List<SendRecipient> recipients = send.recipients();
    List<Integer> spokenFor =
        IntStream.range(0, recipients.size())
            .filter(i -> reporter.speaksFor(send, recipients.get(i)))
            .boxed()
            .toList();
    if (!entry.addresses().isEmpty()) {
      return spokenFor.stream()
          .filter(i -> entry.addresses().contains(key(recipients.get(i))))
          .findFirst()
          .orElse(-1);
    }
    // The entry names no recipient: it must follow from the returned mail or the reporter.
    if (spokenFor.size() == 1) {
      return spokenFor.get(0);
    }
    List<Integer> addressed =
        spokenFor.stream()
            .filter(i -> original.recipients().contains(key(recipients.get(i))))
            .toList();
    return addressed.size() == 1 ? addressed.get(0) : -1;
  }

  private static String key(SendRecipient recipient) {
    return recipient.address().toLowerCase(Locale.ROOT);
  }
}
