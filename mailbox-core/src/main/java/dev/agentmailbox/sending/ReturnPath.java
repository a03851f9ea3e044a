package dev.agentmailbox.sending;

import dev.agentmailbox.id.IdPrefix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An envelope sender of the service: {@code bounce+<organization><send>-<recipient>@domain} (VERP).
 * Each recipient has its own, so that a report sent to it can affect that recipient only. The
 * organization is its id without prefix, so that a report is looked up among the rows of one
 * organization; the two others are 90 random bits each as 18 lower-case base32 characters. The
 * local part has 60 octets of the 64 that RFC 5321 section 4.5.3.1.1 allows. Parsed
 * case-insensitively.
 *
 * <p>Mail that stays inside the service has {@code bounce+<organization><send>@domain}.
 *
 * @param organizationId null for a return path of before this form, which names only the send
 * @param ofSend the part common to all recipients, as a complete address: identifies the send
 * @param token the recipient's part; empty when there is none
 */
public record ReturnPath(@Nullable String organizationId, String ofSend, String token) {
  /** Random characters that identify a send, and those that identify a recipient. */
  public static final int TOKEN_CHARACTERS = 18;

  private static final String PREFIX = "bounce+";
  private static final String ORGANIZATION = IdPrefix.ORGANIZATION.text() + '_';
  private static final char SEPARATOR = '-';

  /**
   * The common part for a new send.
   *
   * @param token {@value #TOKEN_CHARACTERS} random characters
   */
  public static String ofSend(String organizationId, String token, String domain) {
    return PREFIX + organizationId.substring(ORGANIZATION.length()) + token + '@' + domain;
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
    int end = separator < 0 || separator > at ? at : separator;
    return Optional.of(
        new ReturnPath(
            organizationId(lower.substring(PREFIX.length(), end)),
            lower.substring(0, end) + lower.substring(at),
            end == at ? "" : lower.substring(end + 1, at)));
  }

  private static @Nullable String organizationId(String common) {
    if (common.length() <= TOKEN_CHARACTERS) {
      return null;
    }
    String id = ORGANIZATION + common.substring(0, common.length() - TOKEN_CHARACTERS);
    return IdPrefix.ORGANIZATION.matches(id) ? id : null;
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
