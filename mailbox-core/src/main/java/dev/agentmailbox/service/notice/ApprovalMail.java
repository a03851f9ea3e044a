package dev.agentmailbox.service.notice;

import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.service.notice.ApprovalNotices.REMINDER;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.notice.PushNotices.Push;
import dev.agentmailbox.service.policy.PolicyLoader;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Composes the mail to an approver: what is to be decided, the beginning of the text, and the
 * address of the approval. What the agent wrote goes through {@link ForeignText}. Thread safe.
 */
final class ApprovalMail {
  private static final Logger LOG = LoggerFactory.getLogger(ApprovalMail.class);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final String APPROVALS_PATH = "/approvals";
  private static final int SUBJECT_CHARACTERS = 80;
  private static final int LINE_CHARACTERS = 200;
  private static final int MOST_RECIPIENTS = 10;
  private static final int MOST_FILES = 5;

  /** Most sends listed in one mail. */
  private static final int MOST_LISTED = 20;

  private static final Map<String, String> FLAGS =
      Map.of(
          "first_contact", "goes to a new contact",
          "recipient_from_mail", "goes to an address that a mail from outside names",
          "link_from_mail", "links to a site that only a mail from outside names",
          "has_links", "has links",
          "has_attachments", "has attachments",
          "many_recipients", "goes to many recipients",
          "html_unfaithful", "has HTML that the review cannot show as its recipients see it");

  private final MailboxContext context;
  private final String appUrl;
  private final MimeReader reader = new MimeReader();

  ApprovalMail(MailboxContext context, String appUrl) {
    this.context = context;
    this.appUrl = appUrl;
  }

  /**
   * A send that waits.
   *
   * @param content whether its content may be mailed
   */
  private record Pending(Approval approval, Send send, boolean content) {}

  /** What tells a person of it, by mail and in their browsers. */
  record Telling(OutboundMail mail, Push push) {}

  static boolean isAbout(Notice notice) {
    return notice.about().startsWith(IdPrefix.APPROVAL.text() + "_");
  }

  /**
   * One mail and one push of all these notices to one person.
   *
   * @return empty when they are not about approvals, or nothing is pending any more
   */
  Optional<Telling> of(List<Notice> notices) {
    Notice first = notices.get(0);
    if (!isAbout(first)) {
      return Optional.empty();
    }
    boolean again = notices.stream().allMatch(one -> one.about().endsWith(REMINDER));
    String lead = again ? "Reminder: " : "";
    List<Pending> pending =
        context.read(
            tx ->
                notices.stream()
                    .map(notice -> notice.about().replace(REMINDER, ""))
                    .distinct()
                    .flatMap(id -> pending(tx, first.organizationId(), id).stream())
                    .toList());
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        pending.size() == 1
            ? compose(first.address(), lead, pending.get(0))
            : digest(first.address(), lead, pending));
  }

  private static Optional<Pending> pending(StoreTransaction tx, String organizationId, String id) {
    Scope organization = Scope.organization(organizationId);
    return tx.table(APPROVALS)
        .find(organizationId, id)
        .filter(approval -> approval.status() == Approval.Status.PENDING)
        .flatMap(
            approval ->
                tx.sends()
                    .find(organization, approval.sendId())
                    .map(
                        send ->
                            new Pending(
                                approval,
                                send,
                                PolicyLoader.at(tx, send.scope()).approvalNotices().content())));
  }

  private Telling compose(String recipient, String lead, Pending pending) {
    Send send = pending.send();
    String subject = lead + "Approve: " + title(pending);
    OutboundMail mail =
        ServiceMail.compose(
            context,
            recipient,
            new ServiceMail.Words(subject, text(pending), send.thread().orElse(send.id())),
            pending.approval().id());
    return new Telling(mail, new Push(subject, facts(pending), path(pending.approval())));
  }

  /** Who asks, and what is noteworthy, in one line. */
  private static String facts(Pending pending) {
    List<String> flags = pending.content() ? pending.send().findings().flags() : List.of();
    return "from " + pending.approval().inboxId() + (flags.isEmpty() ? "" : "; " + words(flags));
  }

  /** Subject and recipients in one line, or the inbox where the policy hides the content. */
  private static String title(Pending pending) {
    Send send = pending.send();
    if (!pending.content()) {
      return "a message of " + pending.approval().inboxId();
    }
    int more = send.recipients().size() - 1;
    return subject(send, SUBJECT_CHARACTERS)
        + " → "
        + ForeignText.line(send.recipients().get(0).address(), SUBJECT_CHARACTERS)
        + (more > 0 ? " (+" + more + ")" : "");
  }

  /** Several sends that wait, in one mail. */
  private Telling digest(String recipient, String lead, List<Pending> all) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < Math.min(all.size(), MOST_LISTED); i++) {
      Pending one = all.get(i);
      list.append(i + 1).append(". ").append(title(one)).append('\n');
      list.append("   ").append(facts(one)).append('\n');
      list.append("   ").append(address(one.approval())).append("\n\n");
    }
    int more = all.size() - MOST_LISTED;
    String text =
        """
        %d messages of agents wait for you or another approver. Each leaves only when it is approved:

        %s

        %s"""
            .formatted(
                all.size(),
                appUrl + APPROVALS_PATH,
                list.append(more > 0 ? "and " + more + " more\n" : ""));
    String subject = lead + all.size() + " messages wait for your approval";
    OutboundMail mail =
        ServiceMail.compose(
            context,
            recipient,
            new ServiceMail.Words(subject, text, null),
            all.get(0).approval().id());
    return new Telling(mail, new Push(subject, "", APPROVALS_PATH));
  }

  private String address(Approval approval) {
    return appUrl + path(approval);
  }

  private static String path(Approval approval) {
    return APPROVALS_PATH + "/" + approval.id();
  }

  private static String subject(Send send, int limit) {
    String subject = send.mail().subject();
    String shown = subject == null ? "" : ForeignText.line(subject, limit);
    return shown.isEmpty() ? "(no subject)" : shown;
  }

  private String text(Pending pending) {
    Approval approval = pending.approval();
    Send send = pending.send();
    if (!pending.content()) {
      return """
      An agent asks to send a mail from %s. It leaves only when you or another approver
      approves it:

      %s

      Without a decision it is rejected on %s.
      """
          .formatted(approval.inboxId(), address(approval), DAY.format(approval.expiresAt()));
    }
    Optional<ParsedMessage> mail = content(send);
    List<String> facts = new ArrayList<>();
    facts.add("From:    " + approval.inboxId());
    for (RecipientRole role : RecipientRole.values()) {
      addresses(send, role).ifPresent(found -> facts.add(label(role) + found));
    }
    facts.add("Subject: " + subject(send, LINE_CHARACTERS));
    mail.flatMap(ApprovalMail::files).ifPresent(found -> facts.add("Files:   " + found));
    if (!send.findings().flags().isEmpty()) {
      facts.add("Note:    " + words(send.findings().flags()));
    }
    String quote = mail.map(ApprovalMail::visible).map(ForeignText::quote).orElse("");
    return """
    An agent asks to send this mail. It leaves only when you or another approver approves it:

    %s

    %s

    %s
    Without a decision it is rejected on %s.
    """
        .formatted(
            address(approval),
            String.join("\n", facts),
            quote.isEmpty()
                ? ""
                : "It begins (written by the agent, links included):\n\n" + quote + "\n",
            DAY.format(approval.expiresAt()));
  }

  private static String label(RecipientRole role) {
    return switch (role) {
      case TO -> "To:      ";
      case CC -> "Cc:      ";
      case BCC -> "Bcc:     ";
    };
  }

  private static Optional<String> addresses(Send send, RecipientRole role) {
    List<String> found =
        send.recipients().stream()
            .filter(one -> one.role() == role)
            .map(SendRecipient::address)
            .toList();
    return few(found, MOST_RECIPIENTS);
  }

  private static Optional<String> files(ParsedMessage mail) {
    return few(
        mail.attachments().stream()
            .map(file -> Objects.requireNonNullElse(file.filename(), "(no name)"))
            .toList(),
        MOST_FILES);
  }

  private static Optional<String> few(List<String> names, int max) {
    if (names.isEmpty()) {
      return Optional.empty();
    }
    String shown =
        names.stream()
            .limit(max)
            .map(name -> ForeignText.line(name, SUBJECT_CHARACTERS))
            .collect(Collectors.joining(", "));
    int more = names.size() - max;
    return Optional.of(more > 0 ? shown + " and " + more + " more" : shown);
  }

  private static String words(List<String> flags) {
    return flags.stream()
        .map(flag -> FLAGS.getOrDefault(flag, flag.replace('_', ' ')))
        .collect(Collectors.joining("; "));
  }

  /** The text of the HTML, which is what most recipients see. */
  private static String visible(ParsedMessage mail) {
    String html = mail.html();
    try {
      return html == null ? Objects.requireNonNullElse(mail.text(), "") : HtmlText.toText(html);
    } catch (UnreadableHtmlException tooMuch) {
      return "";
    }
  }

  /** Empty when it cannot be read now; the notice does not wait for it. */
  private Optional<ParsedMessage> content(Send send) {
    try {
      var raw = context.store().content().find(send.mail().contentKey());
      return raw.isEmpty() ? Optional.empty() : Optional.of(reader.read(raw.get()));
    } catch (IOException | RuntimeException unreadable) {
      LOG.warn("the mail of {} could not be read for a notice", send.id(), unreadable);
      return Optional.empty();
    }
  }
}
