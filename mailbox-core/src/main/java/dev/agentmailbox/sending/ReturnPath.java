package dev.agentmailbox.sending;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/**
 * An envelope sender of ours: {@code bounce+<send>-<recipient>@domain}. Each recipient has its own,
 * so that a report which comes to it can speak of that recipient and of nobody else. Both parts are
 * 130 random bits as 26 lower-case base32 characters; the local part has 60 octets of the 64 that
 * RFC 5321 section 4.5.3.1.1 allows. Read without regard to case.
 *
 * <p>Mail that was handed over before recipients had their own, and mail that stays inside the
 * service, has {@code bounce+<send>@domain}.
 *
 * @param ofSend the part that all recipients share, as a whole address: what the send is known by
 * @param token the recipient's part; empty when there is none
 */
public record ReturnPath(String ofSend, String token) {
  private static final String PREFIX = "bounce+";
  private static final char SEPARATOR = '-';

  /** The shared part for a new send. */
  public static String ofSend(String token, String domain) {
    return PREFIX + token + '@' + domain;
  }

  /** The return path of the mail for one recipient of a send. */
  public static String of(Send send, SendRecipient recipient) {
    String shared = send.mail().envelopeSender();
    String token = recipient.returnToken();
    int at = shared.lastIndexOf('@');
    return token == null
        ? shared
        : shared.substring(0, at) + SEPARATOR + token + shared.substring(at);
  }

  /** Reads an address; empty when it has not the form of a return path. */
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
   * Whether only the mail for this recipient had this return path. Without a recipient's part that
   * is so when the send has no other recipient.
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

  /** Whether some mail of the send may have had this return path. */
  public boolean isOf(Send send) {
    return token.isEmpty() || send.recipients().stream().anyMatch(r -> isOf(send, r));
  }

  /** Says nothing of the tokens. */
  @Override
  public String toString() {
    return "ReturnPath[" + (token.isEmpty() ? "send" : "recipient") + "]";
  }
}
