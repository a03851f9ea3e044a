package dev.agentmailbox.examples.benchmarks;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import dev.agentmailbox.service.sending.release.Evidence;
import dev.agentmailbox.service.sending.release.ReleaseStep;
import dev.agentmailbox.service.sending.release.SendRequest;
import dev.agentmailbox.store.h2.H2Store;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Accepted sends per second on H2, in process with all twelve checks, compared to bare durable H2
 * commits in the same run; and the duration of the release step without I/O. Prints table rows.
 */
public final class SendRate {
  private static final int THREADS = 8;

  /** A result is the best of this many rounds after a warm-up. */
  private static final int ROUNDS = 3;

  private static final String WORDS = "Your order left this morning. It arrives on Tuesday.\n";

  private SendRate() {}

  /**
   * Runs it.
   *
   * @param args an empty directory; sends per round
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int times = Integer.parseInt(args[1]);
    double raw = 0;
    double sends = 0;
    try (Load load = new Load(THREADS);
        RawCommits commits = new RawCommits(directory);
        Mailbox mailbox = mailbox(H2Store.open(directory.resolve("store"), Clock.systemUTC()))) {
      Inbox inbox = mailbox.agent().createInbox("bench");
      load.perSecond(times, commits::commit);
      load.perSecond(times, n -> send(mailbox, inbox, n));
      for (int round = 0; round < ROUNDS; round++) {
        raw = Math.max(raw, load.perSecond(times, commits::commit));
        sends = Math.max(sends, load.perSecond(times, n -> send(mailbox, inbox, n)));
      }
    }
    System.out.printf(
        "| sends/s accepted by all checks on H2, in process, %d threads | %.0f"
            + " | bare durable commits of H2 %.0f | %.2f |%n",
        THREADS, sends, raw, sends / raw);
    try (Mailbox mailbox = Mailbox.builder().plan(plan()).build()) {
      releaseStep(mailbox, times);
    }
  }

  private static Mailbox mailbox(MailboxStore store) {
    return Mailbox.builder().store(store).plan(plan()).build();
  }

  private static Plan plan() {
    return new Plan(10, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  private static void send(Mailbox mailbox, Inbox inbox, int number) {
    MailInput.Builder mail =
        MailInput.from(inbox.address())
            .to("r" + number + "@example.com")
            .subject("Order " + number)
            .text(WORDS.repeat(20));
    IdempotentRequest<SendResult> idempotency =
        IdempotentRequest.keyed(
            inbox.organizationId(),
            "bench " + number,
            "body " + number,
            result -> new IdempotencyStore.Answer(202, result.sendId()));
    mailbox.sends().submit(mailbox.owner(), mail.build(), idempotency);
  }

  /**
   * The mail is composed beforehand; the timed part loads the facts, decides, and writes in memory.
   */
  private static void releaseStep(Mailbox mailbox, int times) {
    Inbox inbox = mailbox.agent().createInbox("bench");
    ReleaseStep step = new ReleaseStep(mailbox.context());
    long[] nanos = new long[times];
    long[] whole = new long[times];
    for (int round = 0; round <= ROUNDS; round++) {
      for (int i = 0; i < times; i++) {
        int number = round * times + i;
        SendRequest request = request(number, inbox);
        nanos[i] =
            mailbox
                .context()
                .write(
                    tx -> {
                      Inbox locked =
                          tx.inboxes().lock(inbox.scope(), inbox.address()).orElseThrow();
                      return timed(
                          () ->
                              tx.sends()
                                  .insert(
                                      step.release(
                                          tx, locked, request, IdempotentRequest.unkeyed())));
                    });
        whole[i] = timed(() -> send(mailbox, inbox, number));
      }
    }
    System.out.printf(
        "| the release step alone, in memory, ms | %s | aim: median under 1 | - |%n",
        spread(nanos));
    System.out.printf(
        "| a send in memory, from the command to the answer, ms | %s | - | - |%n", spread(whole));
  }

  private static long timed(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return System.nanoTime() - begin;
  }

  private static String spread(long[] nanos) {
    Arrays.sort(nanos);
    return "median %.3f, 99 of 100 under %.3f"
        .formatted(nanos[nanos.length / 2] / 1e6, nanos[nanos.length * 99 / 100] / 1e6);
  }

  private static SendRequest request(int number, Inbox inbox) {
    ComposedMail mail =
        new ComposedMail(
            "<" + number + "@" + inbox.domain() + ">",
            ReturnPath.ofSend(inbox.organizationId(), String.valueOf(number), inbox.domain()),
            "content " + number,
            "hash " + number,
            "fingerprint " + number,
            20L * WORDS.length(),
            "Ticket " + number,
            List.of());
    return new SendRequest(
        inbox,
        inbox.scope(),
        new SendOrigin(SendKind.SEND, null, null),
        List.of(Recipient.of("t" + number + "@example.com", RecipientRole.TO)),
        null,
        null,
        mail,
        new Evidence(List.of(), List.of(), 0, Set.of(), Set.of()));
  }
}
