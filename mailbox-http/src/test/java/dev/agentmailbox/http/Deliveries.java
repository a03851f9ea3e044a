package dev.agentmailbox.http;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Mail that arrives from outside. */
public final class Deliveries {
  private Deliveries() {}

  /** A message of bob@example.com with that many files; the answer is what a list shows of it. */
  public static JsonNode withFiles(MailboxFixture fixture, Inbox inbox, int files) {
    StringBuilder mail =
        new StringBuilder("From: bob@example.com\r\nTo: " + inbox.address() + "\r\n")
            .append("Message-ID: <1." + inbox.address() + ">\r\nSubject: Order\r\n")
            .append("Content-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n\r\nHello\r\n");
    for (int i = 0; i < files; i++) {
      mail.append("--cut\r\nContent-Disposition: attachment; filename=f" + i + "\r\n\r\nx\r\n");
    }
    mail.append("--cut--\r\n");
    raw(fixture, inbox, "bob@example.com", mail.toString());
    HttpResponse<String> list = fixture.get("/v0/inboxes/" + inbox.address() + "/messages");
    return MailboxFixture.json(list).get("messages").get(0);
  }

  /** A message as its sender wrote it. */
  public static void raw(MailboxFixture fixture, Inbox inbox, String from, String mail) {
    MailReceiver receiver = fixture.mailbox.receiver();
    try (ContentStore.Spool spool = receiver.spool()) {
      spool.out().write(mail.getBytes(StandardCharsets.UTF_8));
      receiver.accept(
          new MailReceiver.Envelope(from, List.of(inbox.address()), null, null, false), spool);
    } catch (IOException | MailReceiver.ReceiveException e) {
      throw new IllegalStateException(e);
    }
  }
}
