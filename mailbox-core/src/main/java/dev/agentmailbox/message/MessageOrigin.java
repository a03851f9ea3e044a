package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a message came from and what was found out about it then.
 *
 * @param envelopeSender its return path; empty for the null sender
 * @param authentication what was checked of an inbound message
 * @param holdReasons why it was held when it came in; empty when it was not
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

  /** Of mail that came in. */
  public static MessageOrigin received(
      String envelopeSender,
      Authentication authentication,
      Classification classification,
      List<String> holdReasons) {
    return new MessageOrigin(
        Direction.INBOUND, envelopeSender, authentication, classification, holdReasons, null);
  }

  /** Of mail that the service sent. */
  public static MessageOrigin sent(String envelopeSender, String sendId) {
    return new MessageOrigin(
        Direction.OUTBOUND,
        envelopeSender,
        Authentication.NONE,
        Classification.NORMAL,
        List.of(),
        sendId);
  }

  /** The same origin without the reasons for holding it, which are for humans. */
  public MessageOrigin withoutHoldReasons() {
    return new MessageOrigin(
        direction, envelopeSender, authentication, classification, List.of(), sendId);
  }
}
