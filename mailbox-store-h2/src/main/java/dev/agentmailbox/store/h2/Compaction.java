package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.WriterLane;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the database file small. Each commit appends the pages it changed as one chunk; most of
 * them are replaced by later commits, and what is still alive in old chunks has to be moved before
 * their space can be used again. H2 does that itself only when it delays writes; with {@code
 * WRITE_DELAY=0} the file would grow by about 100 KB with each message for ever.
 *
 * <p>Moves a little at a time, because commits wait meanwhile. H2 moves only what is older than its
 * retention time, and overwrites space only after that time once more.
 */
final class Compaction implements AutoCloseable {
  /** Chunks are to be at least this full on average, in percent. */
  private static final int TARGET_FILL_PERCENT = 60;

  /** Moved at a time, in bytes. */
  private static final int STEP_BYTES = 1 << 20;

  private static final Duration BUSY_PAUSE = Duration.ofMillis(100);
  private static final Duration IDLE_PAUSE = Duration.ofSeconds(2);
  private static final Duration MAX_STOP = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

  private final MVStore engine;
  private final WriterLane lane;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread;

  /** Starts the compacting thread, a daemon. */
  Compaction(MVStore engine, WriterLane lane) {
    this.engine = engine;
    this.lane = lane;
    this.thread = new Thread(this::run, "h2-compact");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    boolean moved = false;
    try {
      while (!stop.await((moved ? BUSY_PAUSE : IDLE_PAUSE).toMillis(), TimeUnit.MILLISECONDS)) {
        moved = lane.alone(this::moveSome);
      }
    } catch (MVStoreException | StoreException e) {
      LOG.error("compaction failed; the database file grows until the next start", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Between transactions, like every write to the file. */
  private boolean moveSome() {
    boolean moved = !engine.isClosed() && engine.compact(TARGET_FILL_PERCENT, STEP_BYTES);
    if (moved) {
      engine.commit();
    }
    return moved;
  }

  /** Lets the step under way finish. */
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join(MAX_STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
