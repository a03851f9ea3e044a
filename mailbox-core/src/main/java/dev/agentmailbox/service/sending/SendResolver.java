package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.read.HeaderText;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.service.sending.release.SendRequest;
import dev.agentmailbox.service.sending.release.SendRequest.Content;
import dev.agentmailbox.service.sending.release.SendRequest.Faults;
import dev.agentmailbox.service.sending.release.SendRequest.Files;
import dev.agentmailbox.service.sending.release.SendRequest.Options;
import dev.agentmailbox.service.sending.release.SendRequest.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the mail to send from the command and its original: recipients, subject, bodies,
 * attachments. Reads raw content, so it runs outside any transaction.
 */
final class SendResolver {
  private final MailboxContext context;

  SendResolver(MailboxContext context) {
    this.context = context;
  }

  /**
   * Derives the mail.
   *
   * @param found data read for the command
   * @param files attachments of the command
   */
  SendRequest derive(SendCommand command, SendFields fields, SendLoader.Found found, Files files) {
    Inbox inbox = found.inbox();
    Optional<Original> original = found.original();
    Answering answering = new Answering(inbox, context.settings());
    // Only a reply made from a draft can set its own recipients.
    boolean answers =
        (command.kind() == SendKind.REPLY || command.kind() == SendKind.REPLY_ALL)
            && fields.recipients().isEmpty();
    List<Recipient> recipients =
        answers && original.isPresent()
            ? answering.recipients(original.get().message(), command.kind())
            : fields.recipients();
    SendRequest.@Nullable Answered answered =
        original.map(o -> answering.answered(o, command.kind())).orElse(null);
    return new SendRequest(
        inbox,
        found.policy(),
        new SendOrigin(
            command.draftId() == null ? command.kind() : SendKind.DRAFT,
            command.draftId(),
            original.map(o -> o.message().id()).orElse(null)),
        recipients,
        content(command, files, original),
        new Options(
            command.mail().labels().stream().distinct().toList(),
            command.mail().sendAt(),
            fields.expected().orElse(null),
            fields.headers()),
        answered,
        new Faults(unclean(fields, inbox), problems(answers, recipients, answered)));
  }

  private Content content(SendCommand command, Files files, Optional<Original> original) {
    MailInput mail = command.mail();
    Words own = new Words(mail.subject(), mail.text(), mail.html());
    if (command.kind() == SendKind.SEND || original.isEmpty()) {
      return new Content(own, own, files);
    }
    String given = mail.subject();
    String subject =
        given == null ? Answering.subject(original.get().message(), command.kind()) : given;
    if (command.kind() != SendKind.FORWARD) {
      return new Content(new Words(subject, mail.text(), mail.html()), own, files);
    }
    Forwarding forwarding = new Forwarding(original.get());
    Forwarding.Note note = new Forwarding.Note(mail.text(), mail.html());
    Files originals =
        new Files(forwarding.attachments(context.store().content()), forwarding.unread());
    Words words = new Words(subject, forwarding.text(note), html(forwarding, note));
    return new Content(words, own, originals.and(files));
  }

  private static @Nullable String html(Forwarding forwarding, Forwarding.Note note) {
    try {
      return forwarding.html(note).orElse(null);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("body");
    }
  }

  private static List<String> unclean(SendFields fields, Inbox inbox) {
    List<String> unclean = new ArrayList<>(fields.unclean());
    String name = inbox.displayName();
    if (name != null && !HeaderText.isClean(name)) {
      unclean.add("display_name");
    }
    return unclean;
  }

  /** Checks derived recipients only; given ones were validated before. */
  private static List<FieldProblem> problems(
      boolean answers, List<Recipient> recipients, SendRequest.@Nullable Answered answered) {
    if (!answers) {
      return List.of();
    }
    if (recipients.size() > MailFields.MAX_RECIPIENTS) {
      return List.of(
          new FieldProblem(
              "body",
              "the reply would have more than " + MailFields.MAX_RECIPIENTS + " recipients"));
    }
    boolean refusedLater = answered != null && answered.fromMachine();
    return recipients.isEmpty() && !refusedLater
        ? List.of(new FieldProblem("body", "the message has no address to reply to"))
        : List.of();
  }
}
