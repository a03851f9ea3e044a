package dev.agentmailbox.operation;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Classification;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An inbound message for tests. */
public record Received(
    @Nullable String from,
    List<String> to,
    List<String> cc,
    @Nullable String subject,
    @Nullable String html,
    Set<String> labels,
    Classification classification,
    String envelopeSender,
    List<Attachment> attachments,
    String source) {
  static final Received DEFAULT =
      new Received(
          "ann@example.com",
          List.of(SendingRoom.INBOX),
          List.of(),
          "A question",
          null,
          Set.of("received", "unread"),
          Classification.NORMAL,
          "ann@example.com",
          List.of(),
          "Subject: A question\r\n\r\nA question.\r\n");

  public Received from(@Nullable String value) {
    return new Received(
        value, to, cc, subject, html, labels, classification, envelopeSender, attachments, source);
  }

  public Received to(String... values) {
    return new Received(
        from,
        List.of(values),
        cc,
        subject,
        html,
        labels,
        classification,
        envelopeSender,
        attachments,
        source);
  }

  public Received cc(String... values) {
    return new Received(
        from,
        to,
        List.of(values),
        subject,
        html,
        labels,
        classification,
        envelopeSender,
        attachments,
        source);
  }

  public Received subject(@Nullable String value) {
    return new Received(
        from, to, cc, value, html, labels, classification, envelopeSender, attachments, source);
  }

  public Received html(String value) {
    return new Received(
        from, to, cc, subject, value, labels, classification, envelopeSender, attachments, source);
  }

  public Received labels(String... values) {
    return new Received(
        from,
        to,
        cc,
        subject,
        html,
        Set.of(values),
        classification,
        envelopeSender,
        attachments,
        source);
  }

  public Received classification(Classification value) {
    return new Received(
        from, to, cc, subject, html, labels, value, envelopeSender, attachments, source);
  }

  public Received envelopeSender(String value) {
    return new Received(
        from, to, cc, subject, html, labels, classification, value, attachments, source);
  }

  public Received attachments(String raw, Attachment... files) {
    return new Received(
        from, to, cc, subject, html, labels, classification, envelopeSender, List.of(files), raw);
  }
}
