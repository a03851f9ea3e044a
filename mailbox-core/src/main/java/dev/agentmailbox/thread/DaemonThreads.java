package dev.agentmailbox.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates numbered daemon threads. Thread safe. */
public final class DaemonThreads implements ThreadFactory {
  private final String name;
  private final AtomicInteger numbers = new AtomicInteger();

  /**
   * A factory of daemon threads.
   *
   * @param name prefix of the thread names
   */
  public DaemonThreads(String name) {
    this.name = name;
  }

  /** A factory that gives all threads the same name, for a single-threaded executor. */
  public static ThreadFactory named(String name) {
    return run -> named(name, run);
  }

  /** A daemon thread, not started. */
  public static Thread named(String name, Runnable run) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Thread newThread(Runnable run) {
    return named(name + '-' + numbers.incrementAndGet(), run);
  }
}
