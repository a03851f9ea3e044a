package dev.agentmailbox.sending;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/**
 * An envelope sender of the service: {@code bounce+<send>-<recipient>@domain} (VERP). Each
 * recipient has its own, so that a report sent to it can affect that recipient only. Both parts are
 * 130 random bits as 26 lower-case base32 characters; the local part has 60 octets of the 64 that
 * RFC 5321 section 4.5.3.1.1 allows. Parsed case-insensitively.
 *
 * <p>Mail that stays inside the service has {@code bounce+<send>@domain}.
 *
 * @param ofSend the part common to all recipients, as a complete address: identifies the send
 * @param token the recipient's part; empty when there is none
 */
public record ReturnPath(String ofSend, String token) {
  private static final String PREFIX = "bounce+";
  private static final char SEPARATOR = '-';

  /** The common part for a new send. */
  public static String ofSend(String token, String domain) {
    return PREFIX + token + '@' + domain;
  }

  /** The return path for one recipient of a send. */
  public static String of(Send send, SendRecipient recipient) {
    String shared = send.mail().envelopeSender();
    String token = recipient.returnToken();
    int at = shared.lastIndexOf('@');
    return token == null
        ? shared
        : shared.substring(0, at) + SEPARATOR + token + shared.substring(at);
  }

  /** Parses an address; empty when it is not a return path. */
  public static Optional<ReturnPath> read(String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    int at = lower.lastIndexOf('@');
    if (!lower.startsWith(PREFIX) || at < 0) {
      return Optional.empty();
    }
    int separator = lower.indexOf(SEPARATOR);
    return separator < 0 || separator > at
        ? Optional.of(new ReturnPath(lower, ""))
        : Optional.of(
            new ReturnPath(
                lower.substring(0, separator) + lower.substring(at),
                lower.substring(separator + 1, at)));
  }

  /**
   * Whether this return path identifies this recipient. Without a recipient's part it does so only
   * if the send has no other recipient.
   *
   * @param send the send this return path leads to
   */
  public boolean isOf(Send send, SendRecipient recipient) {
    String known = recipient.returnToken();
    if (token.isEmpty()) {
      return send.recipients().size() == 1;
    }
    return known != null
        && MessageDigest.isEqual(
            known.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether mail of this send may have used this return path. */
  public boolean isOf(Send send) {
    return token.isEmpty() || send.recipients().stream().anyMatch(r -> isOf(send, r));
  }

  /** Omits the tokens. */
  @Override
  public String toString() {
    return "ReturnPath[" + (token.isEmpty() ? "send" : "recipient") + "]";
  }
}
