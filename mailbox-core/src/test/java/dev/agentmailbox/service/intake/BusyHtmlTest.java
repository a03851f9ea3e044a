package dev.agentmailbox.service.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Mail that finds the reader of HTML busy is not taken; it is not marked for what others sent. */
@Isolated
class BusyHtmlTest {
  private static final String[] HTML = {
    "From: bob@example.com", "Subject: Hi", "Content-Type: text/html", "", "<p>Hello"
  };
  private static final String[] ALTERNATIVES = {
    "From: bob@example.com",
    "MIME-Version: 1.0",
    "Content-Type: multipart/alternative; boundary=b",
    "",
    "--b",
    "",
    "Hello",
    "--b",
    "Content-Type: text/html",
    "",
    "<p>Hello",
    "--b--"
  };
  private static final String[] ATTACHED = {
    "From: bob@example.com",
    "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    "Hello",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Content-Type: text/html",
    "",
    "<p>Hello",
    "--b--"
  };
  private static final String[] BOUNCE = {
    "From: MAILER-DAEMON@example.com",
    "Subject: Undelivered Mail",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "",
    "--b",
    "Content-Type: application/octet-stream",
    "",
    "x",
    "--b",
    "Content-Type: text/html; name=why.html",
    "Content-Disposition: attachment",
    "",
    "<p>Not delivered",
    "--b--"
  };

  @AutoClose private final ServiceFixture world = new ServiceFixture();

  /** A thread that is asked to stop does not wait for its turn. */
  private void assertBusy(Inbox inbox, String sender, String... lines) {
    Thread.currentThread().interrupt();
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> world.deliver(sender, List.of(inbox.address()), lines));
    assertTrue(Thread.interrupted());
    ReceiveException busy = assertInstanceOf(ReceiveException.class, refused.getCause());
    assertEquals(ReceiveException.Kind.BUSY, busy.kind());
  }

  @Test
  void mail_whose_html_gets_no_turn_is_sent_back_and_taken_later_as_if_nothing_were() {
    Inbox inbox = world.inbox("alice");
    for (String[] mail : List.of(HTML, ALTERNATIVES, ATTACHED, BOUNCE)) {
      int before = world.everything(inbox).size();
      assertBusy(inbox, "bob@example.com", mail);
      assertEquals(before, world.everything(inbox).size());
      Message message = world.receiveRaw(inbox, "bob@example.com", mail);
      assertEquals(before + 1, world.everything(inbox).size());
      assertFalse(message.labels().contains("held"));
    }
  }

  @Test
  void mail_without_html_is_taken_whatever_else_is_read() {
    Inbox inbox = world.inbox("alice");
    Thread.currentThread().interrupt();
    Message message = world.receiveRaw(inbox, "bob@example.com", "From: bob@example.com", "", "Hi");
    assertTrue(Thread.interrupted());
    assertEquals(Set.of("received", "unread"), message.labels());
  }
}
