package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Raw messages as objects of a bucket of an S3-compatible service, {@code <folder>mail/<key>}, so
 * that every process can access them and the database stays small. A row refers to a message only
 * after the service has confirmed the write. Keys start with the time and so sort by age.
 *
 * <p>Every request has a timeout and is retried on temporary failures. Thread safe.
 */
public final class BucketContent implements ContentStore {
  private static final String TIME = "%012x";
  private static final String MAIL = "mail/";

  /** Sorts after every key. */
  private static final String AFTER_ALL = "~";

  /** Setting with the key up to which the previous sweep went. */
  private static final String SWEPT = "swept";

  private static final int MAX_MARKER_BYTES = 64;

  /** Overlap of a sweep with the previous one. */
  private static final Duration SWEEP_MARGIN = Duration.ofHours(1);

  private final BucketClient client;
  private final BucketAddress address;
  private final Clock clock;
  private final IdFactory ids;
  private final Duration grace;

  /**
   * Content in an existing bucket.
   *
   * @param clock for keys and signatures: services refuse a clock skew of 15 minutes
   * @param grace a sweep skips younger content, whose row another process may be about to write
   */
  public BucketContent(BucketAddress address, Clock clock, Duration grace) {
    this(address, new BucketClient(address, clock), clock, grace);
  }

  BucketContent(BucketAddress address, BucketClient client, Clock clock, Duration grace) {
    this.address = address;
    this.client = client;
    this.clock = clock;
    this.ids = new IdFactory(clock);
    this.grace = grace;
  }

  /**
   * Checks that the bucket is usable.
   *
   * @throws StoreException with the reason in one line without secrets
   */
  public BucketContent requireUsable() {
    try {
      client.list(MAIL, "");
      return this;
    } catch (IOException e) {
      throw new StoreException("the bucket " + address + " cannot be used: " + e.getMessage(), e);
    }
  }

  @Override
  public Spool spool() {
    return new RemoteSpool(this::keep);
  }

  private String keep(RawMessage whole) throws IOException {
    String key = TIME.formatted(clock.millis()) + ids.token();
    client.put(MAIL + key, bodyOf(whole));
    return key;
  }

  private static BucketClient.Body bodyOf(RawMessage message) {
    return new BucketClient.Body() {
      @Override
      public long size() {
        return message.size();
      }

      @Override
      public InputStream open() throws IOException {
        return message.open();
      }
    };
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    if (!ContentPath.KEY.matcher(contentKey).matches()) {
      return Optional.empty();
    }
    OptionalLong size = client.size(MAIL + contentKey);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        size.getAsLong() <= DatabaseContent.PART_BYTES
            ? RawMessage.of(part(contentKey, size.getAsLong(), 0))
            : inParts(contentKey, size.getAsLong()));
  }

  private RawMessage inParts(String key, long size) {
    return RawMessage.of(size, () -> new PartsInputStream(size, part -> part(key, size, part)));
  }

  private byte[] part(String key, long size, int number) throws IOException {
    long from = (long) number * DatabaseContent.PART_BYTES;
    int length = (int) Math.min(DatabaseContent.PART_BYTES, size - from);
    return length <= 0 ? new byte[0] : client.get(MAIL + key, from, length);
  }

  @Override
  public void delete(String contentKey) throws IOException {
    if (ContentPath.KEY.matcher(contentKey).matches()) {
      client.delete(MAIL + contentKey);
    }
  }

  /**
   * As specified by the port, limited to content written since the previous sweep and older than
   * the grace period.
   */
  @Override
  public int sweep(Predicate<String> isNamed) throws IOException {
    long end = clock.millis() - grace.toMillis();
    AtomicInteger removed = new AtomicInteger();
    each(
        sweptTo(),
        TIME.formatted(Math.max(0, end)),
        key -> {
          if (!isNamed.test(key)) {
            delete(key);
            removed.incrementAndGet();
          }
        });
    noteSwept(TIME.formatted(Math.max(0, end - SWEEP_MARGIN.toMillis())));
    return removed.get();
  }

  @Override
  public void restore(String contentKey, RawMessage bytes) throws IOException {
    if (!ContentPath.KEY.matcher(contentKey).matches()) {
      throw new IOException("not a content key: " + contentKey);
    }
    client.put(MAIL + contentKey, bodyOf(bytes));
  }

  @Override
  public void list(Consumer<String> contentKeys) throws IOException {
    each("", AFTER_ALL, contentKeys::accept);
  }

  /** An action on a key. */
  private interface Work {
    void run(String key) throws IOException;
  }

  /** Visits the keys in a range in order, skipping foreign objects. */
  private void each(String after, String until, Work work) throws IOException {
    List<String> names = client.list(MAIL, after);
    while (!names.isEmpty()) {
      for (String name : names) {
        String key = name.substring(MAIL.length());
        if (key.compareTo(until) >= 0) {
          return;
        }
        if (ContentPath.KEY.matcher(key).matches()) {
          work.run(key);
        }
      }
      names = client.list(MAIL, names.get(names.size() - 1).substring(MAIL.length()));
    }
  }

  private String sweptTo() throws IOException {
    long size = client.size(SWEPT).orElse(0);
    if (size < 1 || size > MAX_MARKER_BYTES) {
      return "";
    }
    String key = new String(client.get(SWEPT, 0, (int) size), StandardCharsets.US_ASCII);
    return ContentPath.KEY.matcher(key).matches() ? key : "";
  }

  private void noteSwept(String key) throws IOException {
    byte[] bytes = key.getBytes(StandardCharsets.US_ASCII);
    client.put(SWEPT, bodyOf(RawMessage.of(bytes)));
  }
}
