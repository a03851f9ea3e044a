package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.server.authentication.FakeNames;
import dev.agentmailbox.server.authentication.TestSigner;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of the sender, from the socket to the stored message. */
final class AuthenticationIT {
  private static final String TEXT =
      String.join(
          "\r\n",
          "To: reader@agents.localhost",
          "Subject: Hi",
          "Date: Sun, 1 Mar 2026 12:00:00 +0000",
          "",
          "Hello",
          "");

  private final FakeNames names = new FakeNames();
  private final Mailbox mailbox =
      Mailbox.builder().authentication(names.authentication()).build().start();
  private final Inbox inbox = mailbox.agent().createInbox("reader");
  private SmtpListener listener;

  @BeforeEach
  void start() throws IOException {
    listener =
        SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "agents.localhost"),
            mailbox.receiver(),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    listener.stop(Duration.ZERO);
    mailbox.close();
  }

  private Message receive(String helo, String sender, String message) throws IOException {
    try (WireClient client = new WireClient(listener.port())) {
      client.reply();
      client.say("EHLO " + helo);
      client.say("MAIL FROM:<" + sender + ">");
      assertTrue(client.say("RCPT TO:<" + inbox.address() + ">").startsWith("250"));
      assertTrue(client.say("DATA").startsWith("354"));
      client.send(message);
      assertTrue(client.say(".").startsWith("250"));
    }
    List<Message> messages = mailbox.agent().messages(inbox);
    return messages.get(0);
  }

  @Test
  void the_clients_address_decides_about_the_envelope_sender() throws IOException {
    names.txt("good.test", "v=spf1 ip4:127.0.0.1 -all");
    names.txt("bad.test", "v=spf1 ip4:192.0.2.1 -all");
    Authentication good =
        receive("x", "a@good.test", "From: a@good.test\r\n" + TEXT).origin().authentication();
    assertEquals("pass", good.spf());
    assertEquals("good.test", good.alignedDomain());
    Authentication bad =
        receive("x", "a@bad.test", "From: a@bad.test\r\n" + TEXT).origin().authentication();
    assertEquals("fail", bad.spf());
    assertNull(bad.alignedDomain());
  }

  @Test
  void what_the_client_calls_itself_decides_about_the_null_sender() throws IOException {
    names.txt("mx.good.test", "v=spf1 ip4:127.0.0.1 -all");
    assertEquals(
        "pass",
        receive("mx.good.test", "", "From: a@good.test\r\n" + TEXT)
            .origin()
            .authentication()
            .spf());
  }

  @Test
  void signatures_pass_with_our_own_trace_before_them() throws IOException {
    for (TestSigner signer : List.of(TestSigner.rsa("rsa.test"), TestSigner.ed25519("ed.test"))) {
      names.txt(signer.recordName(), signer.record());
      String domain = signer.recordName().substring("s1._domainkey.".length());
      names.txt("_dmarc." + domain, "v=DMARC1; p=reject");
      Message message =
          receive("x", "a@" + domain, signer.sign("From: a@" + domain + "\r\n" + TEXT));
      Authentication found = message.origin().authentication();
      assertEquals("pass", found.dkim());
      assertEquals("pass", found.dmarc());
      assertEquals(domain, found.alignedDomain());
      assertEquals(
          List.of(new Authentication.SignatureCheck(domain, "s1", "pass", "")), found.signatures());
    }
  }

  @Test
  void mail_is_taken_in_while_no_name_server_answers() throws IOException {
    names.failing("*");
    Message message = receive("x", "a@good.test", "From: a@good.test\r\n" + TEXT);
    assertEquals("temperror", message.origin().authentication().spf());
    assertEquals("temperror", message.origin().authentication().dmarc());
    assertEquals("Hi", message.subject());
  }
}
