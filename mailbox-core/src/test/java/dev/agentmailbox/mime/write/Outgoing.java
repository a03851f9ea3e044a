package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds outgoing messages for tests: valid unless told otherwise. */
public final class Outgoing {
  MailAddress from = new MailAddress("Agent Seven via mailbox", "seven@agents.test");
  MailAddress replyTo = MailAddress.bare("seven@agents.test");
  List<MailAddress> to = new ArrayList<>(List.of(MailAddress.bare("ann@example.com")));
  List<MailAddress> cc = new ArrayList<>();
  List<MailAddress> bcc = new ArrayList<>();
  String subject = "Hello";
  @Nullable String text = "Hello there\n";
  @Nullable public String html;
  public List<OutgoingAttachment> attachments = new ArrayList<>();
  String messageId = "<0123456789abcdef@agents.test>";
  Instant date = Instant.parse("2026-03-01T12:00:00Z");
  @Nullable String inReplyTo;
  List<String> references = new ArrayList<>();
  Map<String, String> extraHeaders = new LinkedHashMap<>();

  public OutgoingMessage message() {
    return new OutgoingMessage(
        from,
        replyTo,
        new OutgoingMessage.Recipients(to, cc, bcc),
        new OutgoingMessage.Content(subject, text, html, attachments),
        messageId,
        date,
        new OutgoingMessage.Ancestors(inReplyTo, references),
        extraHeaders);
  }
}
