package dev.agentmailbox.server.net;

import dev.agentmailbox.thread.DaemonThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Resolves names through the operating system, hosts file included, with a timeout, which Java's
 * own lookup lacks. Thread safe.
 */
public final class SystemNames implements NameLookup, AutoCloseable {
  private static final int LOOKUPS_AT_ONCE = 4;

  private final Unlimited system;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(LOOKUPS_AT_ONCE, new DaemonThreads("name-lookup"));

  /** An unbounded lookup. */
  @FunctionalInterface
  interface Unlimited {
    InetAddress[] find(String host) throws UnknownHostException;
  }

  public SystemNames() {
    this(InetAddress::getAllByName);
  }

  SystemNames(Unlimited system) {
    this.system = system;
  }

  @Override
  public List<InetAddress> find(String host, Duration limit) throws UnknownHostException {
    Callable<InetAddress[]> work = () -> system.find(host);
    Future<InetAddress[]> lookup = threads.submit(work);
    try {
      return List.of(lookup.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw unknown(host, e);
    } catch (TimeoutException e) {
      lookup.cancel(true);
      throw unknown(host, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, e);
    }
  }

  private static UnknownHostException unknown(String host, Throwable cause) {
    UnknownHostException unknown = new UnknownHostException(host);
    unknown.initCause(cause);
    return unknown;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
