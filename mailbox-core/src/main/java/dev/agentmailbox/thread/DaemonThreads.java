package dev.agentmailbox.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes numbered threads that do not keep the process alive. Thread safe. */
public final class DaemonThreads implements ThreadFactory {
  private final String name;
  private final AtomicInteger numbers = new AtomicInteger();

  /**
   * Threads of one kind.
   *
   * @param name before the number
   */
  public DaemonThreads(String name) {
    this.name = name;
  }

  /** A factory that gives all of its threads the same name: for an executor with one thread. */
  public static ThreadFactory named(String name) {
    return run -> named(name, run);
  }

  /** One such thread, not started. */
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
