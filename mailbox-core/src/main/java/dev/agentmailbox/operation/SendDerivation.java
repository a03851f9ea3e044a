package dev.agentmailbox.operation;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.flow.release.SendRequest;
import dev.agentmailbox.flow.release.SendRequest.Recipient;
import dev.agentmailbox.flow.release.SendRequest.Unread;
import dev.agentmailbox.flow.release.SendRequest.Words;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.mime.HeaderText;
import dev.agentmailbox.mime.OutgoingAttachment;
import dev.agentmailbox.mime.Subjects;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.SendKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes of what was asked, and of the message it is about, the mail that would be sent: recipients,
 * subject, bodies, files. Reads raw content, so it runs outside any transaction.
 */
final class SendDerivation {
  private final MailboxContext context;

  SendDerivation(MailboxContext context) {
    this.context = context;
  }

  SendRequest derive(
      SendCommand command, SendFields fields, Inbox inbox, Optional<Original> original) {
    Answering answering = new Answering(inbox, context.settings());
    boolean answers = command.kind() == SendKind.REPLY || command.kind() == SendKind.REPLY_ALL;
    List<Recipient> recipients =
        answers && original.isPresent()
            ? answering.recipients(original.get().message(), command.kind())
            : fields.recipients();
    SendRequest.@Nullable Answered answered =
        original.map(o -> answering.answered(o.message(), command.kind())).orElse(null);
    Content content = content(command, fields, original);
    return new SendRequest(
        command.kind(),
        command.draftId(),
        recipients,
        content.subject(),
        content.text(),
        content.html(),
        new Words(command.subject(), command.text(), command.html()),
        content.files(),
        command.labels().stream().distinct().toList(),
        command.sendAt(),
        fields.expected().orElse(null),
        fields.headers(),
        answered,
        content.unread(),
        unclean(fields, inbox),
        problems(answers, recipients, answered));
  }

  /** Subject, bodies and files of the mail. */
  private record Content(
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html,
      List<OutgoingAttachment> files,
      Unread unread) {}

  private Content content(SendCommand command, SendFields fields, Optional<Original> original) {
    if (command.kind() == SendKind.SEND || original.isEmpty()) {
      return new Content(
          command.subject(), command.text(), command.html(), fields.attachments(), Unread.NONE);
    }
    String subject =
        Forwarding.clean(Optional.ofNullable(original.get().message().subject()).orElse(""));
    if (command.kind() != SendKind.FORWARD) {
      return new Content(
          Subjects.reply(subject),
          command.text(),
          command.html(),
          fields.attachments(),
          Unread.NONE);
    }
    Forwarding forwarding = new Forwarding(original.get());
    return new Content(
        Subjects.forward(subject),
        forwarding.text(command.text()),
        forwarding.html(command.text()).orElse(null),
        forwarding.attachments(context.store().content()),
        forwarding.unread());
  }

  private static List<String> unclean(SendFields fields, Inbox inbox) {
    List<String> unclean = new ArrayList<>(fields.unclean());
    String name = inbox.displayName();
    if (name != null && !HeaderText.isClean(name)) {
      unclean.add("display_name");
    }
    return unclean;
  }

  /** Only a derived list of recipients can be wrong here; a given one was read before. */
  private static List<FieldProblem> problems(
      boolean answers, List<Recipient> recipients, SendRequest.@Nullable Answered answered) {
    if (!answers) {
      return List.of();
    }
    if (recipients.size() > SendFields.MAX_RECIPIENTS) {
      return List.of(
          new FieldProblem(
              "body",
              "the answer would have more than " + SendFields.MAX_RECIPIENTS + " recipients"));
    }
    boolean refusedLater = answered != null && answered.fromMachine();
    return recipients.isEmpty() && !refusedLater
        ? List.of(new FieldProblem("body", "the message names nobody who can be answered"))
        : List.of();
  }
}
