package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.service.draft.DraftingFixture.fileNames;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sends that take files of drafts. */
class DraftFilesTest {
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;

  @Test
  void a_send_may_take_the_file_of_a_draft() throws IOException {
    Draft draft = drafting.draft(MailInput.from(INBOX).attach(file("kept.txt", "kept")));
    AttachmentInput named = AttachmentInput.ofDraft(draft.content().files().get(0).id());
    fixture.send(mail().attach(file("a.txt", "a")).attach(named).attach(file("z.txt", "z")));
    assertEquals(List.of("a.txt", "kept.txt", "z.txt"), fileNames(drafting.handedOver()));
    Message original = fixture.received();
    fixture.send(MailInput.reply(INBOX, original.id()).text("Here.").attach(named));
    assertEquals(List.of("kept.txt"), fileNames(drafting.handedOver()));
    assertEquals(draft, drafting.now(draft).orElseThrow(), "the draft is still there");
  }

  @Test
  void a_file_of_a_send_is_either_content_or_the_file_of_a_draft_of_the_inbox() {
    Draft draft = drafting.draft(MailInput.from(INBOX).attach(file("a", "b")));
    String id = draft.content().files().get(0).id();
    AttachmentInput neither = new AttachmentInput("a", null, null, null, null, null);
    AttachmentInput both = new AttachmentInput(null, null, "AAAA", null, null, id);
    AttachmentInput renamed = new AttachmentInput("other.txt", null, null, null, null, id);
    MailboxException refusal =
        refused(() -> fixture.submit(mail().attach(neither).attach(both).attach(renamed)));
    assertEquals(
        List.of("attachments[0]", "attachments[1]", "attachments[2]"),
        refusal.problems().stream().map(FieldProblem::path).toList());
    MailboxException unknown =
        refused(
            () ->
                fixture.submit(
                    mail().attach(file("a", "b")).attach(AttachmentInput.ofDraft("att_missing"))));
    assertEquals(
        List.of("attachments[1].draft_attachment_id"),
        unknown.problems().stream().map(FieldProblem::path).toList());
    MailInput elsewhere =
        MailInput.from(OTHER_INBOX)
            .to("bob@example.com")
            .attach(AttachmentInput.ofDraft(id))
            .build();
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refused(() -> fixture.sends.submit(CALLER, elsewhere, IdempotentRequest.unkeyed())).code());
  }

  @Test
  void files_of_drafts_that_cannot_fit_a_mail_are_refused_without_reading_them() {
    AttachmentInput large = AttachmentInput.of("a", "b/c", new byte[Draft.MAX_ATTACHMENT_BYTES]);
    MailInput.Builder command = mail();
    for (int i = 0; i < 2; i++) {
      Draft draft = drafting.draft(MailInput.from(INBOX).attach(large));
      command.attach(AttachmentInput.ofDraft(draft.content().files().get(0).id()));
    }
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refused(() -> fixture.submit(command)).code());
  }
}
