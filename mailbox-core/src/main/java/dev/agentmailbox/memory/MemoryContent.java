package dev.agentmailbox.memory;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Raw messages as byte arrays; like the files of a durable store not transactional. */
final class MemoryContent implements ContentStore {
  private final int maxBytes;
  private final Map<String, RawMessage> kept = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  MemoryContent(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public Spool spool() {
    return new MemorySpool();
  }

  @Override
  public Optional<RawMessage> find(String contentKey) {
    return Optional.ofNullable(kept.get(contentKey));
  }

  @Override
  public void delete(String contentKey) {
    kept.remove(contentKey);
  }

  @Override
  public int sweep(Predicate<String> isNamed) {
    int removed = 0;
    for (String key : List.copyOf(kept.keySet())) {
      if (!isNamed.test(key) && kept.remove(key) != null) {
        removed++;
      }
    }
    return removed;
  }

  @Override
  public void restore(String contentKey, RawMessage bytes) throws IOException {
    try (InputStream in = bytes.open()) {
      kept.put(contentKey, RawMessage.of(in.readAllBytes()));
    }
  }

  @Override
  public void list(Consumer<String> contentKeys) {
    List.copyOf(kept.keySet()).forEach(contentKeys);
  }

  private final class MemorySpool implements Spool {
    private final BoundedBytes bytes = new BoundedBytes();

    @Override
    public OutputStream out() {
      return bytes;
    }

    @Override
    public RawMessage written() {
      return RawMessage.of(bytes.copy());
    }

    @Override
    public String keep() throws IOException {
      RawMessage message = written();
      bytes.close();
      String key = "content-" + numbers.incrementAndGet();
      kept.put(key, message);
      return key;
    }

    @Override
    public void close() {
      bytes.close();
    }
  }

  /** Buffers bytes up to the limit until closed. */
  private final class BoundedBytes extends OutputStream {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private boolean closed;

    @Override
    public void write(int b) throws IOException {
      requireRoom(1);
      buffer.write(b);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      requireRoom(length);
      buffer.write(source, offset, length);
    }

    @Override
    public void close() {
      closed = true;
    }

    byte[] copy() {
      return buffer.toByteArray();
    }

    private void requireRoom(int length) throws IOException {
      if (closed) {
        throw new IOException("the message is complete");
      }
      if (length > maxBytes - buffer.size()) {
        throw new IOException("a message has at most " + maxBytes + " bytes");
      }
    }
  }
}
