package dev.agentmailbox.http.server.connection;

import java.time.Duration;

/**
 * Bounds of the server that are not in the specification.
 *
 * @param bodyTime for a whole request body to arrive
 * @param largeBodyTime the same for bodies with attachments
 * @param headTime for the line and the headers of a request to arrive
 * @param idleTime between two requests of a connection, and before the first
 * @param workers threads that run operations
 * @param queuedCalls requests that wait for a thread before others are refused with 503
 * @param answerWindow in which the reader of a long answer has to take {@link
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
  /** Connections of one address when nothing else is set. */
  public static final int DEFAULT_CONNECTIONS_PER_ADDRESS = 200;

  /** What a server of its own uses. */
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

  /** The same bounds with other times for bodies. */
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

  /** The same bounds with another pool. */
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

  /** The same bounds with another time for the readers of long answers. */
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

  /** The same bounds with another number of connections for each address. */
  public HttpLimits withConnectionsPerAddress(int most) {
    return new HttpLimits(
        bodyTime, largeBodyTime, headTime, idleTime, workers, queuedCalls, answerWindow, most);
  }
}
