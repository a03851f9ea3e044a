package dev.agentmailbox.service.intake;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.reply.ReplyHtml;
import dev.agentmailbox.mime.reply.ReplyText;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.intake.InboundMail.Stored;
import dev.agentmailbox.service.message.MessageFiling.Filed;
import dev.agentmailbox.service.sending.outcome.Originals;
import dev.agentmailbox.service.sending.outcome.OutcomePendingException;
import dev.agentmailbox.service.sending.outcome.Report;
import dev.agentmailbox.service.sending.outcome.ReportReader;
import dev.agentmailbox.service.sending.outcome.ReportRecorder;
import dev.agentmailbox.service.sending.outcome.Reporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inbound pipeline: parse, authenticate, screen, store the bytes, decide per recipient, write
 * once, and only then acknowledge. A message that cannot be processed is stored anyway and held;
 * only a storage failure or overload makes the sender retry.
 *
 * <p>Thread safe.
 */
public final class Intake implements MailReceiver {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final MailboxContext context;
  private final MimeReader reader;
  private final SenderAuthentication authentication;
  private final Screening screening;
  private final Recipients recipients;
  private final ReportRecorder reports;

  public Intake(
      MailboxContext context,
      MimeReader reader,
      SenderAuthentication authentication,
      Screening screening) {
    this.context = context;
    this.reader = reader;
    this.authentication = authentication;
    this.screening = screening;
    this.recipients = new Recipients(context.settings());
    this.reports = new ReportRecorder(context);
  }

  @Override
  public RecipientAnswer judge(String recipient) {
    RecipientAnswer first = context.look(tx -> recipients.find(tx, recipient).answer());
    // A refusal is final for the sender, so the data it is based on must be durable.
    return first == RecipientAnswer.ACCEPTED
        ? first
        : context.read(tx -> recipients.find(tx, recipient).answer());
  }

  @Override
  public ContentStore.Spool spool() throws IOException {
    return context.store().content().spool();
  }

  @Override
  public void accept(Envelope envelope, ContentStore.Spool spooled) throws ReceiveException {
    String contentKey = null;
    boolean isNamed = false;
    try {
      InboundMail mail = examine(envelope, spooled);
      contentKey = mail.raw().contentKey();
      List<String> recipients = mail.envelope().recipients();
      while (!recipients.isEmpty()) {
        List<String> rest = recipients;
        Written written = context.write(tx -> write(tx, mail, rest));
        isNamed |= written.stored();
        recipients = written.rest();
      }
      reportToPeople(mail);
    } catch (MailboxException busy) {
      if (isTemporary(busy)) {
        throw ReceiveException.busy(busy);
      }
      throw busy;
    } catch (NotReceivingException | OutcomePendingException | InboxDelivery.InboxGoneException e) {
      throw ReceiveException.temporary(e);
    } catch (StorageFullException e) {
      throw ReceiveException.temporary(e);
    } catch (IOException e) {
      LOG.error("a message could not be stored", e);
      throw ReceiveException.temporary(e);
    } catch (StoreException e) {
      if (!e.isFull()) {
        LOG.error("a message could not be stored", e);
      }
      // If the write may have been committed, keep the content; the next start sweeps unreferenced
      // content.
      isNamed |= !e.isUndone();
      throw ReceiveException.temporary(e);
    } finally {
      if (contentKey != null && !isNamed) {
        forget(contentKey);
      }
    }
  }

  private InboundMail examine(Envelope envelope, ContentStore.Spool spooled) throws IOException {
    try (OpenMessage message = reader.open(spooled.written())) {
      ParsedMessage parsed;
      Set<String> unreadable;
      Report report = Report.NONE;
      String extractedText = null;
      String extractedHtml = null;
      Extracted extracted = null;
      try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
        parsed = message.parsed();
        unreadable = unreadable(parsed);
        try {
          report =
              mayReport(envelope, parsed)
                  ? ReportReader.read(message, envelope.returnPath())
                  : report;
          extractedText = extractedText(parsed);
          extractedHtml = extractedHtml(parsed, unreadable);
          extracted = CodesAndLinks.in(parsed.headers().subject(), parsed.text(), parsed.html());
        } catch (RuntimeException | StackOverflowError e) {
          hold(unreadable, e);
        }
      }
      SenderAuthentication.Evidence evidence = authenticate(envelope, parsed, message.raw());
      Screening.Findings findings = Screening.Findings.NONE;
      try {
        findings = screening.screen(new Screening.Mail(envelope, parsed, message, evidence));
      } catch (RuntimeException | StackOverflowError e) {
        hold(unreadable, e);
      }
      String receipt =
          ReceiptHash.of(envelope.returnPath(), parsed.headers().rfcMessageId(), message.bytes());
      MessageBody body =
          new MessageBody(
              parsed.replyTo(),
              parsed.text(),
              parsed.html(),
              extractedText,
              extractedHtml,
              parsed.headerMap(),
              extracted);
      Filed filed =
          Filed.received(
              parsed.headers(),
              body,
              findings.attachedText(),
              context.settings().registrableDomains());
      // Last: it moves what the others read.
      Stored kept = new Stored(message.raw().size(), receipt, spooled.keep());
      return new InboundMail(envelope, parsed, filed, kept, evidence, findings, report, unreadable);
    }
  }

  /**
   * Holds a message that could not be examined.
   *
   * @throws MailboxException the failure is temporary and not caused by the message
   */
  private static void hold(Set<String> unreadable, Throwable failure) {
    if (failure instanceof MailboxException busy && isTemporary(busy)) {
      throw busy;
    }
    LOG.warn("a message could not be screened and is held", failure);
    unreadable.add(Policy.UNREADABLE);
  }

  private static boolean isTemporary(MailboxException refusal) {
    return refusal.code() == ErrorCode.UPSTREAM_UNAVAILABLE;
  }

  /** Hold reasons that apply regardless of policy. */
  private static Set<String> unreadable(ParsedMessage parsed) {
    Set<String> reasons = new LinkedHashSet<>();
    if (parsed.defects().contains(MimeDefect.TOO_COMPLEX)) {
      reasons.add(Policy.UNREADABLE);
    }
    if (parsed.defects().contains(MimeDefect.UNREADABLE_HTML)) {
      reasons.add(Policy.UNREADABLE_HTML);
    }
    return reasons;
  }

  private static boolean mayReport(Envelope envelope, ParsedMessage parsed) {
    return envelope.returnPath().isEmpty()
        || parsed.isReport()
        || envelope.recipients().stream().anyMatch(Recipients::isForReports)
        || ReportReader.isLikely(parsed);
  }

  /** A check that breaks proves nothing for or against the author. */
  private SenderAuthentication.Evidence authenticate(
      Envelope envelope, ParsedMessage parsed, RawMessage raw) {
    if (envelope.authenticatedInProcess()) {
      String domain =
          parsed.headers().from().size() == 1 ? parsed.headers().from().get(0).domain() : null;
      return new SenderAuthentication.Evidence(
          true, Authentication.ofService(domain), SenderAuthentication.Requested.NOTHING);
    }
    try {
      return authentication.check(envelope, parsed, raw);
    } catch (RuntimeException e) {
      LOG.warn("the author of a message could not be authenticated: {}", e.getClass().getName());
      return new SenderAuthentication.Evidence(
          true, Authentication.TEMPERROR, SenderAuthentication.Requested.NOTHING);
    }
  }

  private static @Nullable String extractedText(ParsedMessage parsed) {
    String text = parsed.text();
    return text == null ? null : ReplyText.newPart(text);
  }

  private static @Nullable String extractedHtml(ParsedMessage parsed, Set<String> unreadable) {
    String html = parsed.html();
    if (html == null || unreadable.contains(Policy.UNREADABLE_HTML)) {
      return null;
    }
    try {
      return ReplyHtml.newPart(html).orElse(null);
    } catch (UnreadableHtmlException over) {
      unreadable.add(Policy.UNREADABLE_HTML);
      return null;
    }
  }

  /**
   * What a transaction wrote.
   *
   * @param stored whether a row refers to the content
   * @param rest recipients of other organizations
   */
  private record Written(boolean stored, List<String> rest) {}

  /**
   * Writes the message for the recipients of the first one's organization; inboxes in address
   * order. A transaction concerns one organization, because the rows of two may be on two machines.
   * When a later organization fails, the sender repeats the mail, and the receipts of the earlier
   * ones tell that it is known.
   */
  private Written write(StoreTransaction tx, InboundMail mail, List<String> recipients) {
    List<Recipients.Target> targets = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (String recipient : recipients) {
      Recipients.Target target = this.recipients.find(tx, recipient);
      if (target.answer() != RecipientAnswer.ACCEPTED) {
        throw new NotReceivingException(target.answer());
      }
      boolean isOther =
          !targets.isEmpty() && !target.organizationId().equals(targets.get(0).organizationId());
      if (isOther) {
        rest.add(recipient);
      } else {
        targets.add(target);
      }
    }
    targets.sort(Comparator.comparing(Recipients.Target::address));
    Map<String, Recipients.Target> inboxes = new LinkedHashMap<>();
    targets.forEach(target -> inboxes.merge(target.address(), target, Recipients.Target::ofBoth));
    boolean stored = false;
    for (Recipients.Target target : inboxes.values()) {
      stored |= store(tx, target, mail);
    }
    // Last in the transaction, because it may lock an organization's row.
    targets.forEach(target -> record(tx, target, mail));
    return new Written(stored, rest);
  }

  /** Records a report in the transaction that stores the message. */
  private void record(StoreTransaction tx, Recipients.Target target, InboundMail mail) {
    if (mail.report().kind() == Report.Kind.OTHER) {
      return;
    }
    Optional<Originals.Found> reported =
        switch (target.purpose()) {
          case RETURN_PATH -> target.reported();
          case PEOPLE -> Optional.empty();
          case MAIL -> target.inbox().flatMap(i -> Originals.ofInbox(tx, i.scope(), mail.report()));
        };
    reported.ifPresent(found -> record(tx, found, mail));
  }

  private void record(StoreTransaction tx, Originals.Found reported, InboundMail mail) {
    Reporter reporter =
        Reporter.of(mail.envelope(), mail.evidence(), mail.parsed().headers().from());
    reports.record(tx, reported.send(), mail.report(), reporter.with(reported.path()));
  }

  /** Records a report to the postmaster, which may concern any organization. */
  private void reportToPeople(InboundMail mail) {
    boolean isReport =
        mail.report().kind() != Report.Kind.OTHER
            && mail.envelope().recipients().stream().anyMatch(Recipients::isForPeople);
    if (isReport) {
      var unused =
          context.write(
              tx -> {
                Optional<Originals.Found> reported = Originals.ofAnyInbox(tx, mail.report());
                reported.ifPresent(found -> record(tx, found, mail));
                return reported.isPresent();
              });
    }
  }

  private boolean store(StoreTransaction tx, Recipients.Target target, InboundMail mail) {
    Inbox inbox =
        target
            .inbox()
            .or(() -> RoleMailbox.make(context, tx, target.address()))
            .orElseThrow(() -> new NotReceivingException(RecipientAnswer.UNKNOWN));
    boolean reportsOnlySuccess =
        target.purpose() == Recipients.Purpose.RETURN_PATH && mail.report().reportsOnlySuccess();
    boolean keeps = inbox.receives() && !Recipients.isFull(inbox) && !reportsOnlySuccess;
    return keeps && new InboxDelivery(context, tx, mail, inbox, target.purpose()).store();
  }

  private void forget(String contentKey) {
    try {
      context.store().content().delete(contentKey);
    } catch (IOException e) {
      LOG.warn("content {} could not be deleted and is left to the next sweep", contentKey, e);
    }
  }

  /** A recipient accepted earlier is not any more; the sender learns why when it retries. */
  private static final class NotReceivingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotReceivingException(RecipientAnswer answer) {
      super("a recipient became " + answer, null, false, false);
    }
  }
}
