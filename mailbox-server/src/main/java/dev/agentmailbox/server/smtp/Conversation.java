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
 * What is known of one connection. The dialogue's fields belong to the connection's thread; phase
 * and deadline are also read by the watch and by the stop.
 */
final class Conversation {
  private static final Logger log = LoggerFactory.getLogger(Conversation.class);

  /** Room for the connection's own time-out, which answers 421, before the watch cuts it. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Commands in one connection since its last accepted message; 100 recipients fit many times. */
  static final int COMMANDS_WITHOUT_MESSAGE = 1000;

  /** A connection without an accepted message for this long is let go. */
  static final Duration TIME_WITHOUT_MESSAGE = Duration.ofMinutes(30);

  enum Phase {
    /** For the next command. */
    WAITING,
    /** A command is being answered. */
    BUSY,
    /** Told to go, or gone. */
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
   * @param socket the TCP connection itself, below any TLS
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

  /** What the client called itself; empty before EHLO or HELO. */
  String helo() {
    return helo == null ? "" : helo;
  }

  boolean greeted() {
    return helo != null;
  }

  /** Whether it said EHLO. */
  boolean extended() {
    return extended;
  }

  /** Whether TLS is on. */
  boolean secure() {
    return secure;
  }

  void greet(String name, boolean withExtensions) {
    helo = name;
    extended = withExtensions;
    forgetTransaction();
  }

  /** After STARTTLS everything said before is forgotten (RFC 3207 section 4.2). */
  void becomeSecure() {
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
   * @return how many recipients of this connection were unknown, this one included
   */
  int countUnknownRecipient() {
    return ++unknownRecipients;
  }

  /** Counts a command; true when there were too many since the last accepted message. */
  boolean hasTooManyCommands() {
    return ++commandsWithoutMessage > COMMANDS_WITHOUT_MESSAGE;
  }

  /** Whether the last accepted message, or the beginning, is too long ago. */
  boolean isTooLong(long nowNanos) {
    return nowNanos - progressNanos > TIME_WITHOUT_MESSAGE.toNanos();
  }

  /** When it began, or its last message was accepted; as {@link System#nanoTime}. */
  long progressNanos() {
    return progressNanos;
  }

  /** A message was accepted. */
  void countMessage() {
    commandsWithoutMessage = 0;
    progressNanos = System.nanoTime();
  }

  /**
   * @return false when the connection was told to go meanwhile
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
   * Marks the connection as over when nothing would be lost by it.
   *
   * @return false when a command is being answered, a transaction is open, or it is over already
   */
  boolean endWhenIdle() {
    return !inTransaction && phase.compareAndSet(Phase.WAITING, Phase.OVER);
  }

  void waitAtMost(Duration time) {
    deadlineNanos = System.nanoTime() + time.plus(GRACE).toNanos();
  }

  /**
   * Until the next call of {@link #waitAtMost} the connection's thread waits for us, not for it.
   */
  void waitForOurselves() {
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
      log.debug("a connection could not be closed: {}", e.toString());
    }
  }
}
