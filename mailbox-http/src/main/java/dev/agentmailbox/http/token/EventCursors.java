package dev.agentmailbox.http.token;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Event cursors: the position of a reader in the event log and the time of issue. Thread safe. */
public final class EventCursors {
  /** Retention of events, and with it of cursors. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final int BYTES = 2 * Long.BYTES;

  private final TokenCodec codec;
  private final Clock clock;

  public EventCursors(TokenCodec codec, Clock clock) {
    this.codec = codec;
    this.clock = clock;
  }

  /** The cursor after the event with that number. */
  public String seal(long sequence, Binding binding) {
    byte[] bytes = ByteBuffer.allocate(BYTES).putLong(sequence).putLong(clock.millis()).array();
    return codec.seal(TokenKind.CURSOR, bytes, binding);
  }

  /**
   * The number in a cursor.
   *
   * @throws MailboxException {@code invalid_request}, or {@code gone} when it is older than {@link
   *     #KEPT}
   */
  public long open(String cursor, Binding binding) {
    byte[] bytes = codec.open(TokenKind.CURSOR, cursor, binding);
    if (bytes.length != BYTES) {
      throw TokenCodec.refusal(TokenKind.CURSOR);
    }
    ByteBuffer position = ByteBuffer.wrap(bytes);
    long sequence = position.getLong();
    Instant issued = Instant.ofEpochMilli(position.getLong());
    if (clock.instant().isAfter(issued.plus(KEPT))) {
      throw MailboxException.of(ErrorCode.GONE, "the cursor is older than 30 days");
    }
    return sequence;
  }
}
