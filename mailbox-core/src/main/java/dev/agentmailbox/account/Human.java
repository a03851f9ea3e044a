package dev.agentmailbox.account;

import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A human user.
 *
 * @param id {@code usr_…}
 * @param email lower case; unique
 * @param operator whether the human operates the platform
 */
public record Human(
    String id,
    String email,
    boolean operator,
    Status status,
    Instant createdAt,
    Instant updatedAt) {
  /** Longest email address, RFC 5321 section 4.5.3.1 and its erratum 1690. */
  public static final int MAX_EMAIL_CHARACTERS = 254;

  /** A dot-atom address (RFC 5322 section 3.4.1) with lenient dot placement; ASCII only. */
  public static final String EMAIL_PATTERN =
      "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*";

  private static final Pattern EMAIL = Pattern.compile(EMAIL_PATTERN);

  /** Onboarding state. */
  public enum Status {
    /** On the waitlist. */
    WAITLISTED,
    /** Invited, not yet signed up. */
    INVITED,
    /** May use the console. */
    ACTIVE,
    /** Rejected by an operator. */
    REJECTED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  /** Normalizes an address for storage and comparison. */
  public static String normal(String email) {
    return email.strip().toLowerCase(Locale.ROOT);
  }

  /** Whether the text is a valid email address of a human. */
  public static boolean isEmail(String text) {
    return text.length() <= MAX_EMAIL_CHARACTERS && EMAIL.matcher(text).matches();
  }

  /** Omits the address. */
  @Override
  public String toString() {
    return "Human[" + id + "]";
  }
}
