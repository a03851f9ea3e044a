package dev.agentmailbox.store.jdbc.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.ContentStoreContract;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The content contract in a bucket of a real S3 server, which is there, away, or closed to us. */
class BucketContentIT implements ContentStoreContract {
  private static final Duration NO_GRACE = Duration.ofMillis(-1);

  private static @Nullable TestBucket bucket;

  private final BucketContent content =
      new BucketContent(bucket().address(), Clock.systemUTC(), NO_GRACE);
  private final MailboxStore store = new Outside(content);

  private static TestBucket bucket() {
    return Objects.requireNonNull(bucket);
  }

  @BeforeAll
  static void open() throws Exception {
    bucket = new TestBucket();
  }

  @AfterEach
  void clear() {
    bucket().clear();
  }

  @AfterAll
  static void close() throws Exception {
    bucket().close();
  }

  @Override
  public MailboxStore store() {
    return store;
  }

  /** A store whose messages are elsewhere. */
  private static final class Outside extends ForwardingMailboxStore {
    private final MailboxStore rows = new InMemoryStore();
    private final ContentStore content;

    Outside(ContentStore content) {
      this.content = content;
    }

    @Override
    protected MailboxStore delegate() {
      return rows;
    }

    @Override
    public ContentStore content() {
      return content;
    }
  }

  private static String keep(ContentStore where, String text) throws IOException {
    try (ContentStore.Spool spool = where.spool()) {
      spool.out().write(text.getBytes(UTF_8));
      return spool.keep();
    }
  }

  @Test
  void a_bucket_that_can_be_used_is_found_so_and_one_with_a_wrong_key_is_not() {
    content.requireUsable();
    BucketContent closed = new BucketContent(bucket().wrongAddress(), Clock.systemUTC(), NO_GRACE);
    StoreException refused = assertThrows(StoreException.class, closed::requireUsable);
    assertTrue(String.valueOf(refused.getMessage()).endsWith("answered 403"), refused.toString());
    assertFalse(String.valueOf(refused.getMessage()).contains("another"));
    assertThrows(IOException.class, () -> keep(closed, "text"));
  }

  @Test
  void while_the_bucket_is_away_nothing_is_kept_and_later_all_is_well() throws Exception {
    String before = keep(content, "before");
    bucket().stop();
    try {
      assertThrows(IOException.class, () -> keep(content, "away"));
      assertThrows(IOException.class, () -> content.find(before));
    } finally {
      bucket().start();
    }
    assertEquals(6, content.find(before).orElseThrow().size());
    assertTrue(content.find(keep(content, "after")).isPresent());
  }

  @Test
  void a_sweep_leaves_alone_what_another_process_may_be_about_to_name() throws Exception {
    BucketContent patient =
        new BucketContent(bucket().address(), Clock.systemUTC(), Duration.ofMinutes(30));
    String young = keep(patient, "young");
    assertEquals(0, patient.sweep(key -> false));
    assertTrue(patient.find(young).isPresent());
  }
}
