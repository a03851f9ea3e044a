package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.SendRecords.addresses;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.service.draft.DraftingFixture.fileNames;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Drafts that answer or forward a message. */
class DraftReplyTest {
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;

  @Test
  void a_reply_goes_to_the_author_in_the_thread_when_the_draft_names_nobody() throws IOException {
    Message original = fixture.received(r -> r.cc("carl@example.com"));
    Send send =
        drafting.send(drafting.draft(MailInput.from(INBOX).inReplyTo(original.id()).text("Yes.")));
    assertEquals(List.of("ann@example.com"), addresses(send));
    assertEquals(original.threadId(), send.threadId());
    ParsedMessage mail = drafting.handedOver();
    assertEquals("Re: A question", mail.headers().subject());
    assertEquals(original.headers().rfcMessageId(), mail.headers().inReplyTo());
    assertEquals("auto-replied", mail.headerMap().get("auto-submitted"));
  }

  @Test
  void a_reply_to_all_goes_to_all() {
    Message original = fixture.received(r -> r.cc("carl@example.com"));
    Send send =
        drafting.send(
            drafting.draft(MailInput.from(INBOX).inReplyTo(original.id()).toAll().text("Yes.")));
    assertEquals(List.of("ann@example.com", "carl@example.com"), addresses(send));
  }

  @Test
  void a_reply_may_name_recipients_and_a_subject_and_stays_in_the_thread() throws IOException {
    Message original = fixture.received();
    Send send =
        drafting.send(
            drafting.draft(
                MailInput.from(INBOX)
                    .inReplyTo(original.id())
                    .to("dora@example.com")
                    .subject("Our answer")
                    .text("Yes.")));
    assertEquals(List.of("dora@example.com"), addresses(send));
    assertEquals(original.threadId(), send.threadId());
    assertEquals("Our answer", drafting.handedOver().headers().subject());
    assertEquals(original.headers().rfcMessageId(), drafting.handedOver().headers().inReplyTo());
  }

  @Test
  void an_answer_shows_from_the_start_whom_it_goes_to_and_its_subject() {
    Message original = fixture.received(r -> r.cc("carl@example.com"));
    Draft toAll =
        drafting.draft(MailInput.from(INBOX).inReplyTo(original.id()).toAll().text("Yes."));
    assertEquals("Re: A question", toAll.content().subject());
    assertEquals(List.of("carl@example.com"), toAll.content().recipients().cc());
    assertEquals(1, toAll.content().recipients().to().size());
    assertTrue(toAll.content().recipients().to().get(0).contains("ann@example.com"));
    assertEquals(List.of("ann@example.com", "carl@example.com"), addresses(drafting.send(toAll)));
    Draft forward = drafting.draft(MailInput.from(INBOX).forwardOf(original.id()).text("See."));
    assertEquals("Fwd: A question", forward.content().subject());
    assertEquals(WrittenRecipients.NONE, forward.content().recipients());
  }

  @Test
  void a_forward_carries_the_note_the_original_and_both_their_files() throws IOException {
    String raw =
        """
        Subject: A question
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=b

        --b

        A question.
        --b
        Content-Type: text/plain; name=o.txt
        Content-Disposition: attachment; filename=o.txt

        original
        --b--
        """
            .replace("\n", "\r\n");
    Attachment part = new Attachment("att_o", "2", "o.txt", 8, "text/plain", "attachment", null);
    Message original = fixture.received(r -> r.attachments(raw, part));
    Send send =
        drafting.send(
            drafting.draft(
                MailInput.from(INBOX)
                    .forwardOf(original.id())
                    .to("dora@example.com")
                    .html("<p>Please <b>look</b>.</p>")
                    .attach(file("mine.txt", "own"))));
    assertNull(original.origin().sendId());
    ParsedMessage mail = drafting.handedOver();
    assertEquals("Fwd: A question", mail.headers().subject());
    assertTrue(String.valueOf(mail.text()).startsWith("Please look."), mail.text());
    assertTrue(String.valueOf(mail.text()).contains("Forwarded message"));
    assertTrue(String.valueOf(mail.html()).contains("<b>look</b>"));
    assertTrue(String.valueOf(mail.html()).contains("A question."));
    assertEquals(List.of("o.txt", "mine.txt"), fileNames(mail));
    assertEquals("auto-generated", mail.headerMap().get("auto-submitted"));
    assertEquals(SendKind.DRAFT, send.origin().kind());
  }
}
