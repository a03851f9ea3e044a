package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.BucketAddress;
import dev.agentmailbox.store.jdbc.content.BucketContent;
import dev.agentmailbox.store.jdbc.content.TestBucket;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service whose rows are in PostgreSQL and whose messages are in a bucket. */
@Tag("slow")
class PostgresBucketIT {
  @Test
  void mail_comes_in_and_goes_out_and_its_bytes_are_in_the_bucket_only() throws Exception {
    PostgresUrl url = TestPostgres.schema();
    CapturingTransport transport = new CapturingTransport();
    try (TestBucket bucket = new TestBucket();
        Mailbox mailbox =
            Mailbox.builder()
                .store(
                    PostgresStore.open(
                        url, Clock.systemUTC(), Optional.of(content(bucket.address()))))
                .transport(transport)
                .build()) {
      Inbox inbox = mailbox.agent().createInbox("bucket");
      mailbox.agent().deliver("bob@client.test", inbox, "subject", "words");
      mailbox.agent().send(inbox, "bob@client.test", "answer", "more words");
      int unused = mailbox.outbox().runDue();
      assertEquals(1, transport.captured().size());
      for (Message message : mailbox.agent().messages(inbox)) {
        try (InputStream in =
            mailbox
                .context()
                .store()
                .content()
                .find(message.content().contentKey())
                .orElseThrow()
                .open()) {
          String raw = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
          assertTrue(raw.contains("words"), raw);
        }
      }
      assertEquals(0, rows(url));
    }
  }

  private static BucketContent content(BucketAddress address) {
    return new BucketContent(address, Clock.systemUTC(), PostgresStore.SWEEP_GRACE).requireUsable();
  }

  private static int rows(PostgresUrl url) throws Exception {
    try (Connection connection = TestPostgres.connect(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM content")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void a_bucket_that_cannot_be_used_stops_the_start() throws Exception {
    try (TestBucket bucket = new TestBucket()) {
      StoreException refused =
          assertThrows(StoreException.class, () -> content(bucket.wrongAddress()));
      assertTrue(String.valueOf(refused.getMessage()).contains("cannot be used"));
    }
  }
}
