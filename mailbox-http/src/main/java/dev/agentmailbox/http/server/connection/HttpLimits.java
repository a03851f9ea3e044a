package dev.agentmailbox.http.server.connection;

import java.time.Duration;

/**
 * Limits of the server that are not in the specification.
 *
 * @param bodyTime for a whole request body to arrive
 * @param largeBodyTime the same for bodies with attachments
 * @param headTime for the line and the headers of a request to arrive
 * @param idleTime between two requests of a connection, and before the first
 * @param workers threads that run operations
 * @param queuedCalls queue length; further requests are refused with 503
 * @param answerWindow window in which the client of a long response has to read {@link
 *     SlowAnswer#LEAST_BYTES}
 * @param connectionsPerAddress open at once from one IPv4 address or one IPv6 /64 network; trusted
 *     proxies are not counted
 */
public record HttpLimits(
    Duration bodyTime,
    Duration largeBodyTime,
    Duration headTime,
    Duration idleTime,
    int workers,
    int queuedCalls,
    Duration answerWindow,
    int connectionsPerAddress) {
  /** Default number of connections per address. */
  public static final int DEFAULT_CONNECTIONS_PER_ADDRESS = 200;

  /** The defaults of a standalone server. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          Duration.ofSeconds(15),
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Math.max(32, 8 * Runtime.getRuntime().availableProcessors()),
          1_000,
          Duration.ofSeconds(30),
          DEFAULT_CONNECTIONS_PER_ADDRESS);

  /** A copy with these body timeouts. */
  public HttpLimits withBodyTimes(Duration ordinary, Duration large) {
    return new HttpLimits(
        ordinary,
        large,
        headTime,
        idleTime,
        workers,
        queuedCalls,
        answerWindow,
        connectionsPerAddress);
  }

  /** A copy with this pool. */
  public HttpLimits withWorkers(int threads, int queued) {
    return new HttpLimits(
        bodyTime,
        largeBodyTime,
        headTime,
        idleTime,
        threads,
        queued,
        answerWindow,
        connectionsPerAddress);
  }

  /** A copy with this window for long responses. */
  public HttpLimits withAnswerWindow(Duration window) {
    return new HttpLimits(
        bodyTime,
        largeBodyTime,
        headTime,
        idleTime,
        workers,
        queuedCalls,
        window,
        connectionsPerAddress);
  }

  /** A copy with this number of connections per address. */
  public HttpLimits withConnectionsPerAddress(int connections) {
    return new HttpLimits(
        bodyTime,
        largeBodyTime,
        headTime,
        idleTime,
        workers,
        queuedCalls,
        answerWindow,
        connections);
  }
}
