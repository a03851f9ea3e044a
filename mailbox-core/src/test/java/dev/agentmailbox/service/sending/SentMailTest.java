package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.addresses;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.HtmlBombs;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is made of a send, read back from the bytes that went out. */
class SentMailTest {
  private final SendingFixture fixture = new SendingFixture();

  // spec SendRequest.7, InboxFields.3, SendFields.11
  @Test
  void a_mail_names_its_sender_and_how_it_came_to_be() {
    fixture.displayName("Ada");
    Send send =
        fixture.send(
            mail()
                .to("Bob <Bob@EXAMPLE.com>")
                .cc(List.of("c@example.com"))
                .header("x-SERVICE-client-ref", "order 7"));
    ParsedMessage sent = fixture.lastMail();
    assertEquals("Ada via mailbox <" + INBOX + ">", sent.headers().from().get(0).display());
    assertEquals(INBOX, sent.replyTo().get(0).address());
    assertEquals(List.of("bob@example.com"), addresses(send, RecipientRole.TO));
    assertEquals("auto-generated", sent.header("Auto-Submitted").orElseThrow());
    assertEquals("order 7", sent.header("X-Service-Client-Ref").orElseThrow());
    assertEquals(send.mail().rfcMessageId(), sent.headers().rfcMessageId());
    assertTrue(send.mail().rfcMessageId().matches("<[0-9a-z]{26}@agents\\.test>"));
    String organization = send.scope().organizationId().substring("org_".length());
    assertTrue(
        fixture
            .transport
            .last()
            .envelopeSender()
            .matches("bounce\\+" + organization + "[0-9a-z]{18}-[0-9a-z]{18}@agents\\.test"));
    assertEquals(SendStatus.SENT, send.status());
  }

  // spec Service.1
  @Test
  void html_leaves_as_it_was_written_and_nothing_in_it_shows_that_it_was_opened() {
    String html = "<p>See <a href=\"https://example.org/a?b=c\">this</a>.</p>";
    fixture.send(mail().text("See this.").html(html));
    assertEquals(html, String.valueOf(fixture.lastMail().html()).strip());
    assertFalse(fixture.transport.last().source().contains("<img"));
  }

  // spec SendFields.3
  @Test
  void blind_copies_are_delivered_and_not_named() {
    fixture.policy(new Policy(null, true, null, null, null, null));
    Send send = fixture.send(mail().bcc(List.of("secret@example.net")));
    assertEquals(
        List.of(List.of("bob@example.com"), List.of("secret@example.net")),
        fixture.transport.captured().stream().map(Captured::recipients).toList());
    assertFalse(fixture.transport.last().source().contains("secret@"));
    Message copy = copy(send);
    assertEquals("secret@example.net", copy.headers().bcc().get(0).address());
  }

  @Test
  void a_human_may_switch_off_the_note_that_a_machine_wrote_it() {
    fixture.policy(new Policy(null, null, null, false, null, null));
    fixture.send(mail());
    assertTrue(fixture.lastMail().header("Auto-Submitted").isEmpty());
  }

  @Test
  void html_that_multiplies_itself_is_refused_in_every_door() {
    Message original = fixture.received(r -> r.subject("Hello"));
    for (String html : HtmlBombs.reopening(1 << 20)) {
      for (MailInput.Builder command :
          List.of(mail().html(html), MailInput.reply(INBOX, original.id()).html(html))) {
        MailboxException refusal = Refusals.refused(() -> fixture.submit(command));
        assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
        assertEquals("html", refusal.problems().get(0).path());
        assertEquals(
            refusal.problems(),
            Refusals.refused(() -> fixture.sends.check(CALLER, command.build())).problems());
      }
    }
    assertTrue(fixture.sends.list(CALLER, null, null, PageRequest.first(10)).items().isEmpty());
  }

  // spec SystemLabels.2, SendFields.8
  @Test
  void the_senders_copy_is_in_its_thread_and_found_by_search() {
    Send send = fixture.send(mail().labels(List.of("invoice")).text("Quarterly numbers"));
    Message copy = copy(send);
    assertEquals(Set.of("sent", "invoice"), copy.labels());
    assertEquals(send.id(), copy.origin().sendId());
    assertEquals(
        "Hello",
        fixture
            .read(tx -> tx.threads().find(fixture.scope(), copy.threadId()))
            .orElseThrow()
            .content()
            .subject());
    assertEquals(
        List.of(copy.id()),
        fixture.read(
            tx ->
                tx
                    .search()
                    .find(fixture.scope(), SearchStore.Query.of("quarter"), PageRequest.first(5))
                    .items()
                    .stream()
                    .map(SearchStore.Entry::messageId)
                    .toList()));
    assertTrue(
        fixture
            .read(tx -> tx.threads().known(fixture.scope(), List.of(send.mail().rfcMessageId())))
            .get(0)
            .ours());
    assertEquals(
        send.mail().size(),
        fixture.read(tx -> tx.inboxes().find(fixture.scope(), INBOX)).orElseThrow().storedBytes());
  }

  private Message copy(Send send) {
    List<Message> found = new ArrayList<>();
    fixture
        .read(tx -> tx.messages().find(fixture.scope(), String.valueOf(send.messageId())))
        .ifPresent(found::add);
    return found.get(0);
  }
}
