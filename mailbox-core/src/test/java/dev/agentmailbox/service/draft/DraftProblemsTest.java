package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Drafts and changes of drafts that are refused. */
class DraftProblemsTest {
  private final DraftingFixture drafting = new DraftingFixture();

  @Test
  void every_problem_of_a_draft_is_told_at_once() {
    MailInput.Builder wrong =
        MailInput.from(INBOX)
            .to("nobody")
            .cc(List.of("x@"))
            .replyTo(List.of("y y@example.com"))
            .subject("s".repeat(999))
            .labels(List.of("Wrong", Label.DRAFT))
            .attach(new AttachmentInput("a", "text/plain", "***", "sideways", null, null))
            .attach(AttachmentInput.ofDraft("att_1"))
            .inReplyTo("msg_1")
            .forwardOf("msg_1")
            .sendAt(START.minusSeconds(61))
            .clientId("");
    assertEquals(
        Set.of(
            "to[0]",
            "cc[0]",
            "reply_to[0]",
            "subject",
            "labels[0]",
            "labels[1]",
            "attachments[0].content_disposition",
            "attachments[0].content",
            "attachments[1]",
            "forward_of",
            "send_at",
            "client_id"),
        Set.copyOf(problemPaths(() -> drafting.create(wrong))));
    assertEquals(
        List.of("reply_all"), problemPaths(() -> drafting.create(MailInput.from(INBOX).toAll())));
    assertEquals(
        List.of("to"),
        problemPaths(
            () ->
                drafting.create(
                    MailInput.from(INBOX).to(Collections.nCopies(51, "a@example.com")))));
    assertEquals(
        List.of("send_at"),
        problemPaths(
            () -> drafting.create(MailInput.from(INBOX).sendAt(START.plus(Duration.ofDays(31))))));
  }

  @Test
  void control_characters_are_refused_before_the_syntax_of_addresses() {
    for (MailInput.Builder draft :
        List.of(
            MailInput.from(INBOX).to("a@b\r\nBcc: x@example.com"),
            MailInput.from(INBOX).subject("a\nb"),
            MailInput.from(INBOX).attach(file("a\r\nb", "x")))) {
      assertEquals(ErrorCode.INVALID_HEADER, refused(() -> drafting.create(draft)).code());
    }
  }

  @Test
  void the_files_of_a_draft_are_bounded_and_a_refused_upload_leaves_nothing() throws IOException {
    MailInput.Builder many = MailInput.from(INBOX);
    for (int i = 0; i < 32; i++) {
      many.attach(file("a", "b"));
    }
    assertEquals(32, drafting.create(many).draft().content().files().size());
    many.attach(file("a", "b"));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refused(() -> drafting.create(many)).code());
    byte[] half = new byte[Draft.MAX_ATTACHMENT_BYTES / 2];
    AttachmentInput large = AttachmentInput.of("a", "text/plain", half);
    DraftView full = drafting.create(MailInput.from(INBOX).attach(large).attach(large));
    MailboxException refusal =
        refused(() -> drafting.update(full, MailInput.from(INBOX).attach(file("b", "b"))));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refusal.code());
    assertEquals((long) Draft.MAX_ATTACHMENT_BYTES + 1, refusal.details().get("estimated_bytes"));
    assertEquals(0, drafting.records.leftOver());
  }

  @Test
  void a_recipient_in_a_domain_without_a_dot_is_refused_at_its_field() {
    assertEquals(
        List.of("to[0]"),
        problemPaths(() -> drafting.create(MailInput.from(INBOX).to("a@intranet"))));
  }

  @Test
  void every_problem_of_a_change_is_told() {
    DraftView made =
        drafting.create(MailInput.from(INBOX).to(Collections.nCopies(30, "a@example.com")));
    assertEquals(List.of("body"), problemPaths(() -> drafting.update(made, MailInput.from(INBOX))));
    assertEquals(
        List.of("remove_labels[0]", "remove_labels"),
        problemPaths(
            () ->
                drafting.update(
                    made,
                    DraftChanges.of(MailInput.from(INBOX).build())
                        .labels(new LabelChange(List.of("x"), List.of(Label.DRAFT, "x"))))));
    assertEquals(
        List.of("remove_attachments[0]"),
        problemPaths(
            () ->
                drafting.update(
                    made,
                    DraftChanges.of(MailInput.from(INBOX).build())
                        .removing(List.of("att_missing")))));
    assertEquals(
        List.of("to"),
        problemPaths(
            () ->
                drafting.update(
                    made, MailInput.from(INBOX).cc(Collections.nCopies(21, "c@example.com")))));
    assertEquals(
        List.of("add_attachments[0]", "send_at"),
        problemPaths(
                () ->
                    drafting.update(
                        made,
                        MailInput.from(INBOX)
                            .attach(AttachmentInput.ofDraft("att_1"))
                            .sendAt(START.minusSeconds(100))))
            .stream()
            .sorted()
            .toList());
  }
}
