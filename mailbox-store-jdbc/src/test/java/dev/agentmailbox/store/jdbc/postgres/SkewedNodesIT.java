package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two services on one database, on machines whose clocks are two minutes apart. */
@Tag("slow")
class SkewedNodesIT {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration OFF = Duration.ofSeconds(60);

  private Mailbox ahead;
  private Mailbox behind;

  @BeforeEach
  void open() {
    PostgresUrl url = TestPostgres.schema();
    ahead = node(url, Clock.offset(Clock.systemUTC(), OFF));
    behind = node(url, Clock.offset(Clock.systemUTC(), OFF.negated()));
  }

  private static Mailbox node(PostgresUrl url, Clock machine) {
    PostgresStore store = PostgresStore.open(url, machine);
    return Mailbox.builder()
        .store(store)
        .clock(store.databaseTime())
        .transport(new CapturingTransport(CapturingTransport.Kind.RELAY, 100))
        .build();
  }

  @AfterEach
  void close() {
    ahead.close();
    behind.close();
  }

  private int claimed(Mailbox mailbox) {
    return mailbox
        .context()
        .write(tx -> tx.sends().claimDue(mailbox.context().now(), LEASE, 10))
        .size();
  }

  @Test
  void what_one_has_leased_is_not_due_for_the_other() {
    Inbox inbox = ahead.agent().createInbox("shared");
    for (Mailbox mailbox : List.of(ahead, behind)) {
      Mailbox other = mailbox == ahead ? behind : ahead;
      MailInput command =
          MailInput.from(inbox.address())
              .to("a@x.test")
              .subject("s " + claimedBy(mailbox))
              .text("t")
              .build();
      mailbox.sends().submit(mailbox.owner(), command, IdempotentRequest.unkeyed());
      // Due for both from the moment it is accepted, give or take what a measurement may be off.
      Nodes.await("it is due for the other too", () -> claimed(other) == 1);
      assertEquals(0, claimed(mailbox));
    }
  }

  private String claimedBy(Mailbox mailbox) {
    return mailbox == ahead ? "ahead" : "behind";
  }

  @Test
  void both_have_one_time() {
    long apart = Duration.between(ahead.context().now(), behind.context().now()).abs().toSeconds();
    assertTrue(apart < OFF.toSeconds(), apart + " s");
  }
}
