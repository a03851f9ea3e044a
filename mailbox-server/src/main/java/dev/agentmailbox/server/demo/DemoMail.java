package dev.agentmailbox.server.demo;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mail that a furniture maker got.
 *
 * @param inbox user name of the inbox
 * @param from author, as in the header
 * @param answers number of the mail that this one answers, from 1; 0 for none
 */
record DemoMail(String inbox, String from, String subject, int answers, String text) {
  private static final Pattern HEAD =
      Pattern.compile("=== (\\w+) < ([^|]+) \\| (.+?)(?: \\^(\\d+))?\\n");
  private static final Pattern ADDRESS = Pattern.compile("<([^<>]+)>");

  /** All of it, oldest first. */
  static List<DemoMail> all() throws IOException {
    String file;
    try (InputStream in =
        Objects.requireNonNull(DemoMail.class.getResourceAsStream("mail.txt"), "mail.txt")) {
      file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<DemoMail> all = new ArrayList<>();
    Matcher head = HEAD.matcher(file);
    boolean more = head.find();
    while (more) {
      String inbox = head.group(1);
      String from = head.group(2);
      String subject = head.group(3);
      String answers = head.group(4);
      int start = head.end();
      more = head.find();
      String text = file.substring(start, more ? head.start() : file.length()).strip();
      all.add(
          new DemoMail(
              inbox, from, subject, answers == null ? 0 : Integer.parseInt(answers), text));
    }
    return all;
  }

  /**
   * Delivers it as if it came by SMTP.
   *
   * @param number its own, from 1
   */
  void deliver(Mailbox mailbox, Inbox to, int number) throws IOException {
    Matcher address = ADDRESS.matcher(from);
    String sender = address.find() ? address.group(1) : from;
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            mailbox.context().now().atOffset(ZoneOffset.UTC));
    String raw =
        String.join(
            "\r\n",
            "From: " + encoded(from.substring(0, from.indexOf('<')).strip()) + " <" + sender + ">",
            "To: " + to.address(),
            "Subject: " + encoded(subject),
            "Date: " + date,
            "Message-ID: " + messageId(number),
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            answers == 0 ? "X-Mailer: demo" : "In-Reply-To: " + messageId(answers),
            "",
            text.replace("\n", "\r\n"),
            "");
    try (ContentStore.Spool spool = mailbox.receiver().spool()) {
      spool.out().write(raw.getBytes(StandardCharsets.UTF_8));
      mailbox
          .receiver()
          .accept(
              new MailReceiver.Envelope(sender, List.of(to.address()), null, null, false), spool);
    } catch (MailReceiver.ReceiveException e) {
      throw new IOException("the mail of the demo was not taken: " + e.getMessage(), e);
    }
  }

  private static String messageId(int number) {
    return "<demo." + number + "@lindwood.example>";
  }

  /** As an encoded word where it is not plain (RFC 2047). */
  private static String encoded(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
        ? text
        : "=?utf-8?b?"
            + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
            + "?=";
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "DemoMail[" + inbox + "]";
  }
}
