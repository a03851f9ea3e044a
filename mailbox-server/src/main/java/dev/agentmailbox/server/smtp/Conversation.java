package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of one connection. Dialogue fields are confined to the connection's thread; phase and
 * deadline are shared with the watchdog and the stop.
 */
final class Conversation {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

  /**
   * Leaves time for the connection's own timeout, which replies 421, before the watchdog closes it.
   */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Maximum commands since the last accepted message; many times 100 recipients. */
  static final int COMMANDS_WITHOUT_MESSAGE = 1000;

  /** Connections without an accepted message for this long are closed. */
  static final Duration TIME_WITHOUT_MESSAGE = Duration.ofMinutes(30);

  enum Phase {
    /** Waiting for the next command. */
    WAITING,
    /** Processing a command. */
    BUSY,
    /** Closing or closed. */
    OVER
  }

  private final InetAddress address;
  private final Socket socket;
  private final Duration idle;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
  private volatile long deadlineNanos;
  private volatile boolean inTransaction;

  private @Nullable String helo;
  private boolean extended;
  private boolean secure;
  private @Nullable Transaction transaction;
  private int unknownRecipients;
  private int commandsWithoutMessage;
  private long progressNanos = System.nanoTime();

  /**
   * @param socket the TCP socket below any TLS
   */
  Conversation(Socket socket, Duration idle) {
    this.address = socket.getInetAddress();
    this.socket = socket;
    this.idle = idle;
    waitAtMost(idle);
  }

  InetAddress address() {
    return address;
  }

  Socket socket() {
    return socket;
  }

  /** The EHLO or HELO name; empty before. */
  String helo() {
    return helo == null ? "" : helo;
  }

  boolean greeted() {
    return helo != null;
  }

  /** Whether it sent EHLO. */
  boolean extended() {
    return extended;
  }

  /** Whether TLS is active. */
  boolean secure() {
    return secure;
  }

  void greet(String name, boolean withExtensions) {
    helo = name;
    extended = withExtensions;
    forgetTransaction();
  }

  /** Resets the session after STARTTLS (RFC 3207 section 4.2). */
  void resetAfterTls() {
    secure = true;
    helo = null;
    extended = false;
    forgetTransaction();
  }

  @Nullable Transaction transaction() {
    return transaction;
  }

  void begin(Transaction started) {
    transaction = started;
    inTransaction = true;
  }

  void forgetTransaction() {
    transaction = null;
    inTransaction = false;
  }

  /**
   * @return the number of unknown recipients of this connection, including this one
   */
  int countUnknownRecipient() {
    return ++unknownRecipients;
  }

  /** Counts a command; true when there were too many since the last accepted message. */
  boolean hasTooManyCommands() {
    return ++commandsWithoutMessage > COMMANDS_WITHOUT_MESSAGE;
  }

  /** Whether the last accepted message, or the start, is too long ago. */
  boolean isTooLong(long nowNanos) {
    return nowNanos - progressNanos > TIME_WITHOUT_MESSAGE.toNanos();
  }

  /** Start of the connection or time of its last accepted message, as {@link System#nanoTime}. */
  long progressNanos() {
    return progressNanos;
  }

  /** Records an accepted message. */
  void countMessage() {
    commandsWithoutMessage = 0;
    progressNanos = System.nanoTime();
  }

  /**
   * @return false when the connection is closing
   */
  boolean beginCommand() {
    waitAtMost(idle);
    return phase.compareAndSet(Phase.WAITING, Phase.BUSY);
  }

  void endCommand() {
    waitAtMost(idle);
    phase.compareAndSet(Phase.BUSY, Phase.WAITING);
  }

  /**
   * Marks the connection as closing if it is idle.
   *
   * @return false when a command is being processed, a transaction is open, or it is closing
   *     already
   */
  boolean endWhenIdle() {
    return !inTransaction && phase.compareAndSet(Phase.WAITING, Phase.OVER);
  }

  void waitAtMost(Duration time) {
    deadlineNanos = System.nanoTime() + time.plus(GRACE).toNanos();
  }

  /**
   * Suspends the deadline until the next {@link #waitAtMost}: the server is working, not waiting
   * for the client.
   */
  void suspendDeadline() {
    waitAtMost(Duration.ofDays(1));
  }

  boolean isOverdue(long nowNanos) {
    return nowNanos - deadlineNanos > 0;
  }

  /** Closes the connection at once, from any thread. */
  void cut() {
    phase.set(Phase.OVER);
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("closing a connection failed: {}", e.toString());
    }
  }
}
