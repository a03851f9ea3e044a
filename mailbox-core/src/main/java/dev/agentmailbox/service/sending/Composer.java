package dev.agentmailbox.service.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.EffectivePolicy;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.service.message.LinkDomains;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.sending.release.Evidence.Trait;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Derives one mail from its input and the message it is about (recipients, subject, bodies,
 * attachments) and composes its final bytes. Reads raw content, so it runs outside any transaction.
 *
 * <p>A mail that an earlier check refuses (control characters, size) is not composed: its {@link
 * SendRequest} has no content and says why.
 */
final class Composer {
  private final MailboxContext context;
  private final Scope reach;
  private final MailInput mail;
  private final @Nullable String draftId;
  private final MailFields fields;
  private final Inbox inbox;
  private final EffectivePolicy policy;
  private final @Nullable Original original;
  private final List<DraftAttachment> ofDrafts;
  private final Answering answering;
  private final MailBytes bytes;

  /** Whether it joins the thread of the original. */
  private final boolean isReply;

  /**
   * Takes what was read for the mail.
   *
   * @param reach what its author can read
   * @param draftId the draft it is made from; null for none
   * @param ofDrafts the draft attachments it references, in its order
   */
  Composer(
      MailboxContext context,
      Scope reach,
      MailInput mail,
      @Nullable String draftId,
      MailFields fields,
      Inbox inbox,
      EffectivePolicy policy,
      @Nullable Original original,
      List<DraftAttachment> ofDrafts) {
    this.context = context;
    this.reach = reach;
    this.mail = mail;
    this.draftId = draftId;
    this.fields = fields;
    this.inbox = inbox;
    this.policy = policy;
    this.original = original;
    this.ofDrafts = ofDrafts;
    this.answering = new Answering(inbox, context.settings());
    this.bytes = new MailBytes(context, inbox, mail.options().labels());
    this.isReply = mail.kind() == SendKind.REPLY || mail.kind() == SendKind.REPLY_ALL;
  }

  /**
   * Composes the mail and makes its bytes durable. The caller discards them if no row will
   * reference them.
   *
   * @throws MailboxException {@code upstream_unavailable} when content cannot be read or stored,
   *     {@code validation_error} for HTML over a limit of {@code BoundedHtml}
   */
  SendRequest composeAndKeep() {
    return compose(true);
  }

  /** As {@link #composeAndKeep}, without storing the bytes. */
  SendRequest tryOut() {
    return compose(false);
  }

  private SendRequest compose(boolean isKept) {
    MailFiles given = files();
    List<Recipient> recipients = recipients();
    Forwarding forwarding =
        original != null && mail.kind() == SendKind.FORWARD ? new Forwarding(original) : null;
    MailFiles files =
        forwarding == null ? given : forwarding.files(context.store().content()).and(given);
    OutgoingMessage message = message(recipients, content(forwarding, files.read()));
    List<FieldProblem> problems = problems(recipients);
    List<String> unclean = unclean();
    Set<Trait> traits = traits(recipients);
    boolean isComposed = problems.isEmpty() && unclean.isEmpty();
    return new SendRequest(
        inbox,
        reach,
        new SendOrigin(
            draftId == null ? mail.kind() : SendKind.DRAFT,
            draftId,
            original == null ? null : original.message().id()),
        recipients,
        threadId(),
        mail.options().sendAt(),
        isComposed
            ? bytes.write(message, files, written(), agentTexts(), traits, isKept)
            : bytes.none(message, files.unreadBytes()),
        new Evidence(problems, unclean, files.count(), links(), traits));
  }

  /** All attachments in the order of the input; those of drafts only if they can fit. */
  private MailFiles files() {
    MailFiles read = new DraftFiles(context).read(ofDrafts);
    Iterator<OutgoingAttachment> nextOfDraft = read.read().iterator();
    Iterator<OutgoingAttachment> nextUpload = fields.uploads().iterator();
    List<OutgoingAttachment> inOrder = new ArrayList<>();
    for (AttachmentInput file : mail.content().attachments()) {
      if (!file.isOfDraft()) {
        inOrder.add(nextUpload.next());
      } else if (nextOfDraft.hasNext()) {
        inOrder.add(nextOfDraft.next());
      }
    }
    return new MailFiles(inOrder, read.unread(), read.unreadBytes());
  }

  private List<Recipient> recipients() {
    return original != null && derivesRecipients()
        ? answering.recipients(original.message(), mail.kind())
        : fields.recipients();
  }

  /** Only a reply made from a draft can set its own recipients. */
  private boolean derivesRecipients() {
    return isReply && fields.recipients().isEmpty();
  }

  private OutgoingMessage.Content content(
      @Nullable Forwarding forwarding, List<OutgoingAttachment> files) {
    MailInput.Content own = mail.content();
    String subject = own.subject();
    if (subject == null && original != null) {
      subject = Answering.subject(original.message(), mail.kind());
    }
    if (forwarding == null) {
      return new OutgoingMessage.Content(subject, own.text(), own.html(), files);
    }
    Forwarding.Note note = new Forwarding.Note(own.text(), own.html());
    try {
      return new OutgoingMessage.Content(
          subject, forwarding.text(note), forwarding.html(note).orElse(null), files);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("body");
    }
  }

  private OutgoingMessage message(List<Recipient> recipients, OutgoingMessage.Content content) {
    Instant sendAt = mail.options().sendAt();
    return new OutgoingMessage(
        new MailAddress(senderName(), inbox.address()),
        MailAddress.bare(inbox.address()),
        byRole(recipients),
        content,
        "<" + context.ids().token() + "@" + inbox.domain() + ">",
        sendAt == null ? context.now() : sendAt,
        original == null || !isReply
            ? OutgoingMessage.Ancestors.NONE
            : new OutgoingMessage.Ancestors(
                original.message().headers().rfcMessageId(), original.references()),
        headers());
  }

  static OutgoingMessage.Recipients byRole(List<Recipient> recipients) {
    return new OutgoingMessage.Recipients(
        inRole(recipients, RecipientRole.TO),
        inRole(recipients, RecipientRole.CC),
        inRole(recipients, RecipientRole.BCC));
  }

  private static List<MailAddress> inRole(List<Recipient> recipients, RecipientRole role) {
    return recipients.stream().filter(r -> r.role() == role).map(Recipient::mailbox).toList();
  }

  // spec InboxFields.3
  private @Nullable String senderName() {
    String name = inbox.displayName();
    return name == null || name.isBlank()
        ? null
        : name + " via " + context.settings().serviceName();
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    if (policy.autoSubmitted()) {
      headers.put("Auto-Submitted", isReply ? "auto-replied" : "auto-generated");
    }
    headers.putAll(fields.headers());
    return headers;
  }

  /** The thread it joins; null for a new thread. */
  private @Nullable String threadId() {
    return original == null || !isReply ? null : original.message().threadId();
  }

  /** What is known without its content. */
  private Set<Trait> traits(List<Recipient> recipients) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    if (isReplyToMachine()) {
      traits.add(Trait.ANSWERS_MACHINE);
    }
    Set<String> expected = fields.expected();
    if (expected != null
        && !expected.equals(recipients.stream().map(Recipient::key).collect(Collectors.toSet()))) {
      traits.add(Trait.UNEXPECTED_RECIPIENTS);
    }
    return traits;
  }

  private boolean isReplyToMachine() {
    return original != null && isReply && answering.isFromMachine(original);
  }

  /** Checks derived recipients only; given ones were validated before. */
  private List<FieldProblem> problems(List<Recipient> recipients) {
    if (!derivesRecipients()) {
      return List.of();
    }
    if (recipients.size() > MailFields.MAX_RECIPIENTS) {
      return List.of(
          new FieldProblem(
              "body",
              "the reply would have more than " + MailFields.MAX_RECIPIENTS + " recipients"));
    }
    return recipients.isEmpty() && !isReplyToMachine()
        ? List.of(new FieldProblem("body", "the message has no address to reply to"))
        : List.of();
  }

  private List<String> unclean() {
    List<String> unclean = new ArrayList<>(fields.unclean());
    String name = inbox.displayName();
    if (name != null && !HeaderText.isClean(name)) {
      unclean.add("display_name");
    }
    return unclean;
  }

  /** What the caller wrote: everything, or the note above a forwarded message. */
  private OutgoingMessage.Content written() {
    MailInput.Content own = mail.content();
    return new OutgoingMessage.Content(own.subject(), own.text(), own.html(), List.of());
  }

  private Set<String> links() {
    MailInput.Content own = mail.content();
    return LinkDomains.of(
        own.subject(), own.text(), own.html(), context.settings().registrableDomains());
  }

  /** Texts that the agent supplies beside the message. */
  private List<String> agentTexts() {
    List<String> texts = new ArrayList<>(mail.options().labels());
    Optional.ofNullable(inbox.displayName()).ifPresent(texts::add);
    return texts;
  }
}
