package dev.agentmailbox.server.delivery;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds a relay as the operating system does, hosts file included. Java's own look-up has no time
 * limit; this has. Thread safe.
 */
final class SystemLookup implements AddressSource, AutoCloseable {
  private static final int LOOKUPS_AT_ONCE = 4;

  private final String host;
  private final Duration limit;
  private final ExecutorService lookups =
      Executors.newFixedThreadPool(LOOKUPS_AT_ONCE, SystemLookup::daemon);

  SystemLookup(String host, Duration limit) {
    this.host = host;
    this.limit = limit;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "smtp-lookup");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public List<InetAddress> find() throws HopFailure {
    Future<InetAddress[]> lookup = lookups.submit(() -> InetAddress.getAllByName(host));
    try {
      return Arrays.asList(lookup.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw HopFailure.temporary("the relay's name has no address");
    } catch (TimeoutException e) {
      throw HopFailure.temporary("the relay's name was not found in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw HopFailure.temporary("interrupted");
    }
  }

  /** Unused threads end. */
  @Override
  public void close() {
    lookups.shutdownNow();
  }
}
