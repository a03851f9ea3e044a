package dev.agentmailbox.examples.benchmarks;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.MailboxBuilder;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.server.authentication.MailAuthentication;
import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.dkim.DkimSigner;
import dev.agentmailbox.store.h2.H2Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Intake throughput with all checks (SPF, DKIM, DMARC, screening; DNS served by this process)
 * compared to none: H2 with syncs, ten concurrent senders, text with HTML; signed with RSA-2048,
 * then also with Ed25519, which the JDK verifies slowly. Rounds alternate, so that both see the
 * same machine load.
 */
public final class ScreenedIntake {
  private static final int SENDERS = 10;
  private static final int ROUNDS = 6;
  private static final String PARAGRAPH =
      "The order left our warehouse this morning and should be with you by Thursday. ";

  private ScreenedIntake() {}

  /**
   * Prints two rows of a table: messages per second with and without checks, and their ratio.
   *
   * @param args an empty directory, and messages per round
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int messages = Integer.parseInt(args[1]);
    Clock clock = Clock.systemUTC();
    List<DkimKey> keys = new DkimKeys(directory, "bench").loadOrMake();
    List<DkimKey> rsa =
        keys.stream().filter(key -> key.algorithm() == DkimKey.Algorithm.RSA).toList();
    try (LocalNames names = new LocalNames()) {
      names.text("sender.test", "v=spf1 ip4:192.0.2.7 -all");
      names.text("_dmarc.sender.test", "v=DMARC1; p=reject");
      for (DkimKey key : keys) {
        names.text(key.selector() + "._domainkey.sender.test", key.record());
      }
      MailboxBuilder plain = Mailbox.builder().screening(mail -> Screening.Findings.NONE);
      MailboxBuilder screened =
          Mailbox.builder()
              .authentication(MailAuthentication.asking(List.of(names.address()), clock));
      try (Mailbox without = open(plain, directory.resolve("without"), clock);
          Mailbox with = open(screened, directory.resolve("with"), clock)) {
        Sides sides =
            new Sides(
                without, without.agent().createInbox("ada"), with, with.agent().createInbox("ada"));
        compare("RSA", sides, mail(rsa, clock), messages);
        compare("RSA and Ed25519", sides, mail(keys, clock), messages);
      }
    }
  }

  private static Mailbox open(MailboxBuilder builder, Path directory, Clock clock)
      throws IOException {
    Files.createDirectories(directory);
    return builder.store(H2Store.open(directory, clock)).clock(clock).build();
  }

  /** A signed message; messages differ only in the unsigned Message-ID. */
  private static byte[] mail(List<DkimKey> keys, Clock clock) throws IOException {
    DkimSigner signer = new DkimSigner(keys, List.of("sender.test"));
    String text = PARAGRAPH.repeat(20);
    String message =
        "From: Ann <ann@sender.test>\nTo: ada@agents.localhost\nSubject: Your order\n"
            + "Date: Sun, 1 Mar 2026 12:00:00 +0000\nMIME-Version: 1.0\n"
            + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
            + text
            + "\n--b\nContent-Type: text/html\n\n<html><body><p style='color:#333333'>"
            + text.replace(". ", ".</p><p>")
            + "</p></body></html>\n--b--\n";
    byte[] bytes = message.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] signatures = signer.signatures(RawMessage.of(bytes), clock.instant()).orElseThrow();
    byte[] signed = new byte[signatures.length + bytes.length];
    System.arraycopy(signatures, 0, signed, 0, signatures.length);
    System.arraycopy(bytes, 0, signed, signatures.length, bytes.length);
    return signed;
  }

  private record Sides(Mailbox without, Inbox plain, Mailbox with, Inbox checked) {}

  private static void compare(String signed, Sides sides, byte[] mail, int messages)
      throws InterruptedException {
    long nanosWithout = 0;
    long nanosWith = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long first = take(sides.without.receiver(), sides.plain, mail, messages);
      long second = take(sides.with.receiver(), sides.checked, mail, messages);
      // The first round is warm-up.
      nanosWithout += round == 0 ? 0 : first;
      nanosWith += round == 0 ? 0 : second;
    }
    long all = (ROUNDS - 1L) * messages;
    String dmarc =
        sides.with.agent().messages(sides.checked).get(0).origin().authentication().dmarc();
    if (!dmarc.equals("pass")) {
      throw new IllegalStateException("the mail should have passed DMARC: " + dmarc);
    }
    System.out.printf(
        "| messages/s taken in with SPF, DKIM (%s), DMARC and screening | %d | without %d |"
            + " %.2f |%n",
        signed,
        all * 1_000_000_000L / nanosWith,
        all * 1_000_000_000L / nanosWithout,
        (double) nanosWithout / nanosWith);
  }

  /** Nanoseconds for all messages. */
  private static long take(MailReceiver receiver, Inbox inbox, byte[] mail, int messages)
      throws InterruptedException {
    AtomicInteger left = new AtomicInteger(messages);
    CountDownLatch done = new CountDownLatch(SENDERS);
    List<Exception> failures = new ArrayList<>();
    long begin = System.nanoTime();
    for (int i = 0; i < SENDERS; i++) {
      new Thread(
              () -> {
                try {
                  for (int n = left.getAndDecrement(); n > 0; n = left.getAndDecrement()) {
                    one(receiver, inbox, mail, begin + n);
                  }
                } catch (IOException | ReceiveException e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                } finally {
                  done.countDown();
                }
              },
              "sender-" + i)
          .start();
    }
    done.await();
    long took = System.nanoTime() - begin;
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.get(0));
    }
    return took;
  }

  private static void one(MailReceiver receiver, Inbox inbox, byte[] mail, long number)
      throws IOException, ReceiveException {
    try (ContentStore.Spool spool = receiver.spool()) {
      spool
          .out()
          .write(
              ("Message-ID: <" + number + "@sender.test>\r\n").getBytes(StandardCharsets.US_ASCII));
      spool.out().write(mail);
      receiver.accept(
          new MailReceiver.Envelope(
              "ann@sender.test", List.of(inbox.address()), "mx.sender.test", "192.0.2.7", false),
          spool);
    }
  }
}
