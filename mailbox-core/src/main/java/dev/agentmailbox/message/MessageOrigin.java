package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a message and what was determined when it was stored.
 *
 * @param envelopeSender return path; empty for the null reverse-path
 * @param authentication authentication results of an inbound message
 * @param holdReasons why it was held on receipt; empty when it was not
 * @param sendId {@code out_…}, the send that an outbound message is the copy of
 */
public record MessageOrigin(
    Direction direction,
    String envelopeSender,
    Authentication authentication,
    Classification classification,
    List<String> holdReasons,
    @Nullable String sendId) {
  public MessageOrigin {
    holdReasons = List.copyOf(holdReasons);
  }

  /** Origin of an inbound message. */
  public static MessageOrigin received(
      String envelopeSender,
      Authentication authentication,
      Classification classification,
      List<String> holdReasons) {
    return new MessageOrigin(
        Direction.INBOUND, envelopeSender, authentication, classification, holdReasons, null);
  }

  /** Origin of an outbound message. */
  public static MessageOrigin sent(String envelopeSender, String sendId) {
    return new MessageOrigin(
        Direction.OUTBOUND,
        envelopeSender,
        Authentication.NONE,
        Classification.NORMAL,
        List.of(),
        sendId);
  }

  /** Without the hold reasons, which only humans may see. */
  public MessageOrigin withoutHoldReasons() {
    return new MessageOrigin(
        direction, envelopeSender, authentication, classification, List.of(), sendId);
  }
}
