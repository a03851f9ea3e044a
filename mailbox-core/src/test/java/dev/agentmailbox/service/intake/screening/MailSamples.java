package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Mail for the tests of screening. */
final class MailSamples {
  private static final MimeReader READER = new MimeReader();

  private MailSamples() {}

  static Findings screen(ScreeningOrder order, String message) {
    return order.screen(mail(message, Evidence.NOT_CHECKED));
  }

  static Mail mail(String message, Evidence sender) {
    return mail(RawMessage.of(wire(message)), sender);
  }

  static Mail mail(RawMessage raw, Evidence sender) {
    MailReceiver.Envelope envelope =
        new MailReceiver.Envelope(
            "ann@example.org", List.of("ada@agents.test"), "mx.example.org", "192.0.2.7", false);
    try {
      // In memory: nothing is left open.
      OpenMessage message = READER.open(raw);
      return new Mail(envelope, message.parsed(), message, sender);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What DMARC said of the author. */
  static Evidence dmarc(String result) {
    String aligned = result.equals("pass") ? "example.org" : null;
    return new Evidence(
        true, new Authentication("none", "none", result, aligned), Requested.NOTHING);
  }

  static String text(String body) {
    return of("text/plain; charset=utf-8", body);
  }

  static String html(String body) {
    return of("text/html; charset=utf-8", "<html><body>" + body + "</body></html>");
  }

  private static String of(String type, String body) {
    return "From: Ann <ann@example.org>\nTo: ada@agents.test\nSubject: Hello\nMessage-ID: <1@example.org>\n"
        + "MIME-Version: 1.0\nContent-Type: "
        + type
        + "\nContent-Transfer-Encoding: 8bit\n\n"
        + body
        + "\n";
  }

  /** A text and one file. */
  static String withFile(String name, String type, byte[] content) {
    return "From: ann@example.org\nTo: ada@agents.test\nSubject: File\nMIME-Version: 1.0\n"
        + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nHere it is.\n--b\n"
        + "Content-Type: "
        + type
        + "\nContent-Disposition: attachment; filename=\""
        + name
        + "\"\nContent-Transfer-Encoding: base64\n\n"
        + Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(content)
        + "\n--b--\n";
  }

  static byte[] wire(String message) {
    return message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
  }
}
