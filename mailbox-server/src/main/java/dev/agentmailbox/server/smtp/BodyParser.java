package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Parses message data after 354: finds its end, removes dot stuffing (RFC 5321 section 4.5.2), and
 * detects ambiguous line ends (SMTP smuggling).
 *
 * <p>A single-pass state machine without buffering. Only CR LF ends a line and only CR LF dot CR LF
 * ends the message. A bare CR, bare LF or NUL marks the message as malformed; it never ends
 * anything. A malformed or oversized message is read to its end, so that none of it is taken for
 * commands, but not written any further.
 *
 * <p>Not thread safe; one instance per message.
 */
final class BodyParser {
  /** Returned by {@link #feed} until the end was seen. */
  static final int NOT_ENDED = -1;

  private enum State {
    LINE_START,
    IN_LINE,
    CR_SEEN,
    DOT_AT_START,
    DOT_CR_SEEN
  }

  private final OutputStream sink;
  private final long limit;
  private State state = State.LINE_START;
  private long bytes;
  private boolean malformed;
  private @Nullable Exception sinkFailure;

  /**
   * @param sink receives the message
   * @param limit maximum message size in bytes, without dot stuffing
   */
  BodyParser(OutputStream sink, long limit) {
    this.sink = sink;
    this.limit = limit;
  }

  /**
   * Parses the next bytes.
   *
   * @return index of the first byte after the end of the message, or {@link #NOT_ENDED}
   */
  int feed(byte[] buffer, int length) {
    int unwritten = 0;
    for (int index = 0; index < length; index++) {
      byte next = buffer[index];
      switch (state) {
        case LINE_START -> {
          if (next == '.') {
            write(buffer, unwritten, index);
            unwritten = index + 1;
            state = State.DOT_AT_START;
          } else {
            inLine(next);
          }
        }
        case IN_LINE -> inLine(next);
        case CR_SEEN -> afterCarriageReturn(next);
        case DOT_AT_START -> {
          if (next == '\r') {
            // Part of the end, or of a bare CR, which makes the message malformed.
            unwritten = index + 1;
            state = State.DOT_CR_SEEN;
          } else {
            inLine(next);
          }
        }
        case DOT_CR_SEEN -> {
          if (next == '\n') {
            return index + 1;
          }
          afterCarriageReturn(next);
        }
      }
    }
    write(buffer, unwritten, length);
    return NOT_ENDED;
  }

  private void inLine(byte next) {
    if (next == '\r') {
      state = State.CR_SEEN;
      return;
    }
    malformed |= next == '\n' || next == 0;
    state = State.IN_LINE;
  }

  private void afterCarriageReturn(byte next) {
    if (next == '\n') {
      state = State.LINE_START;
      return;
    }
    malformed = true;
    inLine(next);
  }

  private void write(byte[] buffer, int from, int to) {
    bytes += to - from;
    if (malformed || bytes > limit || sinkFailure != null) {
      return;
    }
    try {
      sink.write(buffer, from, to - from);
    } catch (IOException | RuntimeException e) {
      sinkFailure = e;
    }
  }

  /** Bytes of the message so far, without dot stuffing. */
  long bytes() {
    return bytes;
  }

  boolean tooLarge() {
    return bytes > limit;
  }

  /** Whether a bare CR, bare LF or NUL was seen. */
  boolean malformed() {
    return malformed;
  }

  /** Why the message could not be written, or null. */
  @Nullable Exception sinkFailure() {
    return sinkFailure;
  }
}
