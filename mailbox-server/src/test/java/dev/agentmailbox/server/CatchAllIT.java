package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server for the tests of a program that sends: it takes the mail to every address. */
final class CatchAllIT {
  @TempDir Path directory;

  private Map<String, String> settings(String... more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("MAILBOX_DATA_DIR", directory.resolve("data").toString());
    settings.put("MAILBOX_HTTP_PORT", "0");
    settings.put("MAILBOX_SMTP_PORT", "0");
    settings.put("MAILBOX_DISK_RESERVE", "0");
    for (int at = 0; at < more.length; at += 2) {
      settings.put(more[at], more[at + 1]);
    }
    return settings;
  }

  private static void send(Wiring server, RecipientType type, String recipient, String subject)
      throws Exception {
    Properties smtp = new Properties();
    smtp.setProperty("mail.smtp.host", "127.0.0.1");
    smtp.setProperty("mail.smtp.port", Integer.toString(server.smtpPort()));
    MimeMessage mail = new MimeMessage(Session.getInstance(smtp));
    mail.setFrom("shop@shop.example");
    mail.setRecipients(type, recipient);
    mail.setSubject(subject);
    mail.setText("Confirm: https://shop.example/confirm?token=4711 or enter code 482133.");
    Transport.send(mail);
  }

  @Test
  void mail_to_every_address_is_caught_and_that_to_an_inbox_goes_there() throws Exception {
    try (Wiring server =
        Wiring.start(ConfigReader.read(settings("MAILBOX_CATCH_ALL", "caught"), null))) {
      Agent agent = server.mailbox().agent();
      Inbox caught = agent.openInbox("caught");
      Inbox desk = agent.openInbox("desk");
      send(server, RecipientType.TO, "ann@example.org", "To a stranger");
      send(server, RecipientType.BCC, "nobody@agents.localhost", "To nobody");
      send(server, RecipientType.TO, desk.address(), "To an inbox");
      assertEquals(
          List.of("To nobody", "To a stranger"),
          agent.messages(caught).stream().map(Message::subject).toList());
      assertEquals(
          List.of("To an inbox"), agent.messages(desk).stream().map(Message::subject).toList());
      Message first = agent.messages(caught).get(1);
      assertEquals("ann@example.org", first.headers().to().get(0).key());
      assertEquals("482133", agent.read(first).extracted().codes().get(0).code());
      assertTrue(agent.read(first).extracted().links().get(0).url().endsWith("token=4711"));
    }
  }

  @Test
  void without_the_setting_such_addresses_are_refused() throws Exception {
    try (Wiring server = Wiring.start(ConfigReader.read(settings(), null))) {
      assertThrows(
          SendFailedException.class,
          () -> send(server, RecipientType.TO, "ann@example.org", "To a stranger"));
    }
  }

  @Test
  void a_server_whose_mail_leaves_catches_nothing() {
    assertEquals(
        "MAILBOX_CATCH_ALL needs MAILBOX_RELAY_URL=capture:",
        refused("MAILBOX_CATCH_ALL", "caught", "MAILBOX_RELAY_URL", "smtp://127.0.0.1:2500"));
    assertTrue(refused("MAILBOX_CATCH_ALL", "a@b.test").contains("3 to 32 characters"));
    assertTrue(refused("MAILBOX_CATCH_ALL", "postmaster").contains("must not be a reserved name"));
  }

  private String refused(String... more) {
    return String.valueOf(
        assertThrows(ConfigException.class, () -> ConfigReader.read(settings(more), null))
            .getMessage());
  }
}
