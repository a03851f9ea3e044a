package dev.agentmailbox.account;

import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A person who signs in.
 *
 * @param id {@code usr_…}
 * @param email lower case; unique
 * @param operator whether the person runs the platform
 */
public record Human(
    String id,
    String email,
    boolean operator,
    Status status,
    Instant createdAt,
    Instant updatedAt) {
  /** Longest e-mail address, RFC 5321 section 4.5.3.1 and its erratum 1690. */
  public static final int MAX_EMAIL_CHARACTERS = 254;

  /** A dot-atom address of RFC 5322 section 3.4.1, more freely dotted; ASCII only. */
  public static final String EMAIL_PATTERN =
      "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*";

  private static final Pattern EMAIL = Pattern.compile(EMAIL_PATTERN);

  /** How far a person has come. */
  public enum Status {
    /** Asked to be let in. */
    WAITLISTED,
    /** Was invited and has not come yet. */
    INVITED,
    /** May use the console. */
    ACTIVE,
    /** Was not accepted. */
    REJECTED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  /** The address as it is stored and compared. */
  public static String normal(String email) {
    return email.strip().toLowerCase(Locale.ROOT);
  }

  /** Whether the text can be an e-mail address of a person. */
  public static boolean isEmail(String text) {
    return text.length() <= MAX_EMAIL_CHARACTERS && EMAIL.matcher(text).matches();
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "Human[" + id + "]";
  }
}
