package dev.agentmailbox.operation;

import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.LogListener;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.function.Function;

/**
 * A store in memory that fails at one chosen write: before anything of it is done, or when all of
 * it is done and only the answer is lost. Not thread safe.
 */
final class FaultyStore implements MailboxStore {
  /** Ends the work as the death of the process would: nothing on the way catches it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Where in the write it fails. */
  enum Point {
    BEFORE_COMMIT,
    AFTER_COMMIT
  }

  /** How it fails. */
  enum Manner {
    KILLED,
    STORAGE_FAILS
  }

  /** One fault. */
  record Fault(int write, Point point, Manner manner) {}

  private final MailboxStore inner = new InMemoryStore();
  private Fault fault = new Fault(0, Point.BEFORE_COMMIT, Manner.KILLED);
  private int writes;

  /** From now on the given write fails, counted from 1. */
  void arm(Fault next) {
    fault = next;
    writes = 0;
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    boolean failing = ++writes == fault.write;
    if (failing && fault.point == Point.BEFORE_COMMIT) {
      fail();
    }
    T result = inner.write(work);
    if (failing) {
      fail();
    }
    return result;
  }

  private void fail() {
    if (fault.manner == Manner.KILLED) {
      throw new Killed();
    }
    throw new StoreException("injected", null);
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return inner.read(work);
  }

  @Override
  public int tidy(Instant now) {
    return inner.tidy(now);
  }

  @Override
  public void listen(LogListener listener) {
    inner.listen(listener);
  }

  @Override
  public ContentStore content() {
    return inner.content();
  }

  @Override
  public void close() {
    inner.close();
  }
}
