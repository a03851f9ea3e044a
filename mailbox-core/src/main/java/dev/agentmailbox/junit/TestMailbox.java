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
 * An in-memory mailbox for a test: its clock changes only when set, outbound mail is captured, and
 * deferred work runs on request. It has no threads: a send that is not deferred has been handed
 * over when the call returns.
 *
 * <p>Confined to the test's thread.
 */
public final class TestMailbox implements AutoCloseable {
  /** Initial time: a Monday morning, UTC. */
  public static final String START = "2026-01-05T09:00:00Z";

  /** Most rounds of work before a livelock is assumed. */
  private static final int MAX_ROUNDS = 1_000;

  private final SettableClock clock = SettableClock.at(START);
  private final CapturingTransport transport = new CapturingTransport();
  private final Mailbox mailbox = Mailbox.builder().clock(clock).transport(transport).build();

  private TestMailbox() {}

  /** Opens a new mailbox. */
  public static TestMailbox open() {
    return new TestMailbox();
  }

  /** All operations. */
  public Mailbox mailbox() {
    return mailbox;
  }

  /** The common operations. */
  public Agent agent() {
    return mailbox.agent();
  }

  /** Sets the time without running due work; see {@link #pass}. */
  public SettableClock clock() {
    return clock;
  }

  /** The captured mail; scripts the outcome of hand-overs. */
  public CapturingTransport transport() {
    return transport;
  }

  /** The captured mail, oldest first. */
  public List<Captured> sent() {
    return transport.captured();
  }

  /** Advances the clock, then runs due work. */
  public void pass(Duration time) {
    clock.advance(time);
    settle();
  }

  /** Runs all due work: hand-overs, retries, schedules, expiry. */
  public void settle() {
    for (int round = 0; mailbox.outbox().runDue() + mailbox.maintenance().runDue() > 0; round++) {
      if (round == MAX_ROUNDS) {
        throw new IllegalStateException("the work that is due does not end");
      }
    }
  }

  /**
   * Delivers a bounce from the recipient's server for an unknown user (RFC 3464): the send bounces
   * and the address is suppressed.
   */
  public void bounce(Captured mail, String recipient) {
    report(mail, recipient, "failed", "5.1.1", "550 5.1.1 no such user");
  }

  /** As {@link #bounce}, for a full mailbox (transient). */
  public void bounceForNow(Captured mail, String recipient) {
    report(mail, recipient, "failed", "4.2.2", "452 4.2.2 mailbox is full");
  }

  /** Delivers an abuse report from the recipient's provider (RFC 5965). */
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

  /** Delivers a report to the return path with a null reverse-path (RFC 5321 section 4.5.5). */
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

  /** Closes the mailbox; its data is lost. */
  @Override
  public void close() {
    mailbox.close();
  }
}
