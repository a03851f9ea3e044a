package dev.agentmailbox.service;

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

  @Override
  public Thread newThread(Runnable run) {
    Thread thread = new Thread(run, name + '-' + numbers.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
