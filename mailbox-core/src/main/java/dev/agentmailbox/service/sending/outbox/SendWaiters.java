package dev.agentmailbox.service.sending.outbox;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads waiting for changes of sends. Thread safe. */
final class SendWaiters {
  private final Set<Watch> open = ConcurrentHashMap.newKeySet();

  /** Starts watching; a change from now on ends the wait. */
  Watch open(String sendId) {
    Watch watch = new Watch(sendId);
    open.add(watch);
    return watch;
  }

  /** Signals that something was recorded about a send. */
  void wake(String sendId) {
    for (Watch watch : open) {
      if (watch.sendId.equals(sendId)) {
        watch.news.countDown();
      }
    }
  }

  /** A registered wait. */
  final class Watch implements AutoCloseable {
    private final String sendId;
    private final CountDownLatch news = new CountDownLatch(1);

    private Watch(String sendId) {
      this.sendId = sendId;
    }

    /**
     * Waits for a change; returns early when the thread is interrupted, keeping its interrupt
     * status.
     *
     * @return whether to stop waiting: there was a change, or the thread was interrupted
     */
    boolean await(Duration limit) {
      try {
        return news.await(limit.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }
}
