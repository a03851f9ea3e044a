package dev.agentmailbox.junit;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A mailbox in memory for a test: its clock stands still until it is moved, what is sent is kept
 * instead of sent, and what happens later happens when the test says so. It has no threads: a send
 * that nothing holds back has left when the call returns.
 *
 * <p>Belongs to the thread of its test.
 */
public final class TestMailbox implements AutoCloseable {
  /** What the clock shows at first: a Monday morning, UTC. */
  public static final String START = "2026-01-05T09:00:00Z";

  /** Rounds of work after which something makes itself due again and again. */
  private static final int MAX_ROUNDS = 1_000;

  private final SettableClock clock = SettableClock.at(START);
  private final CapturingTransport transport = new CapturingTransport();
  private final Mailbox mailbox = Mailbox.builder().clock(clock).transport(transport).build();

  private TestMailbox() {}

  /** A fresh one. */
  public static TestMailbox open() {
    return new TestMailbox();
  }

  /** All operations. */
  public Mailbox mailbox() {
    return mailbox;
  }

  /** The short way to the main things. */
  public Agent agent() {
    return mailbox.agent();
  }

  /** To set the time without anything happening; see {@link #pass}. */
  public SettableClock clock() {
    return clock;
  }

  /** What was handed over, and how the next hand-overs are to end. */
  public CapturingTransport transport() {
    return transport;
  }

  /** What was sent so far, oldest first. */
  public List<Captured> sent() {
    return transport.captured();
  }

  /** Lets time pass; what falls due in it is done when it is over. */
  public void pass(Duration time) {
    clock.advance(time);
    settle();
  }

  /** Does everything that is due now: hand-overs, retries, schedules, expiry. */
  public void settle() {
    for (int round = 0; mailbox.outbox().runDue() + mailbox.maintenance().runDue() > 0; round++) {
      if (round == MAX_ROUNDS) {
        throw new IllegalStateException("what is due does not come to an end");
      }
    }
  }

  /**
   * The recipient's server reports, after it took the mail, that it knows no such user (RFC 3464):
   * the send is bounced, and the address is not written to again.
   */
  public void bounce(Captured mail, String recipient) {
    report(mail, recipient, "failed", "5.1.1", "550 5.1.1 no such user");
  }

  /** As {@link #bounce}, but for now only: the mailbox is full. */
  public void bounceForNow(Captured mail, String recipient) {
    report(mail, recipient, "failed", "4.2.2", "452 4.2.2 mailbox is full");
  }

  /** The recipient's provider reports that the mail was marked as spam (RFC 5965). */
  public void complain(Captured mail, String recipient) {
    deliver(
        mail,
        """
        From: <feedback@provider.example>
        Subject: A report about your mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary=cut

        --cut
        Content-Type: text/plain

        Somebody did not want this.
        --cut
        Content-Type: message/feedback-report

        Feedback-Type: abuse
        User-Agent: TestMailbox/1
        Version: 1
        Original-Rcpt-To: %s
        Original-Mail-From: %s

        --cut
        Content-Type: message/rfc822

        %s
        --cut--
        """
            .formatted(known(mail, recipient), mail.envelopeSender(), mail.source()));
  }

  private void report(
      Captured mail, String recipient, String action, String status, String diagnostic) {
    deliver(
        mail,
        """
        From: Mail System <mailer-daemon@mx.example.net>
        Subject: Undeliverable mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary=cut

        --cut
        Content-Type: text/plain

        Your message could not be delivered.
        --cut
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.net

        Final-Recipient: rfc822; %s
        Action: %s
        Status: %s
        Diagnostic-Code: smtp; %s

        --cut--
        """
            .formatted(known(mail, recipient), action, status, diagnostic));
  }

  private static String known(Captured mail, String recipient) {
    if (mail.recipients().stream()
        .noneMatch(known -> known.equalsIgnoreCase(recipient.toLowerCase(Locale.ROOT)))) {
      throw new IllegalArgumentException("the mail was not handed over for that recipient");
    }
    return recipient;
  }

  /** A report comes to where it is asked for, from nobody, as reports do (RFC 5321, 4.5.5). */
  private void deliver(Captured mail, String report) {
    MailReceiver.Envelope envelope =
        new MailReceiver.Envelope("", List.of(mail.envelopeSender()), null, null, false);
    try (ContentStore.Spool spool = mailbox.receiver().spool()) {
      String lines = report.replace("\r\n", "\n").replace("\n", "\r\n");
      spool.out().write(lines.getBytes(StandardCharsets.ISO_8859_1));
      mailbox.receiver().accept(envelope, spool);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MailReceiver.ReceiveException e) {
      throw new IllegalStateException("the report was not taken: " + e.getMessage(), e);
    }
    settle();
  }

  /** Forgets everything. */
  @Override
  public void close() {
    mailbox.close();
  }
}
