package dev.agentmailbox.message;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox (RFC 5322 section 3.4): an address with an optional display name.
 *
 * @param name decoded display name without quotes, truncated to {@link #MAX_NAME_CHARACTERS}; null
 *     when there is none
 * @param address {@code local@domain} in its {@linkplain CanonicalAddress canonical form}
 */
public record MailAddress(@Nullable String name, String address) {
  /** Longest display name kept, in UTF-16 code units. */
  public static final int MAX_NAME_CHARACTERS = 256;

  public MailAddress {
    name = name == null ? null : cut(name);
    address = CanonicalAddress.of(address);
  }

  private static String cut(String name) {
    if (name.length() <= MAX_NAME_CHARACTERS) {
      return name;
    }
    boolean splits = Character.isHighSurrogate(name.charAt(MAX_NAME_CHARACTERS - 1));
    return name.substring(0, splits ? MAX_NAME_CHARACTERS - 1 : MAX_NAME_CHARACTERS);
  }

  public static MailAddress bare(String address) {
    return new MailAddress(null, address);
  }

  /** Removes the {@code +tag} of the local part, if any. */
  public static String withoutTag(String address) {
    int plus = address.indexOf('+');
    int at = address.lastIndexOf('@');
    return plus > 0 && plus < at ? address.substring(0, plus) + address.substring(at) : address;
  }

  /** The address with only its domain in lower case. */
  public String lowerDomain() {
    int at = address.lastIndexOf('@');
    return address.substring(0, at + 1) + address.substring(at + 1).toLowerCase(Locale.ROOT);
  }

  /** The whole address in lower case, for comparison. */
  public String key() {
    return address.toLowerCase(Locale.ROOT);
  }

  public String domain() {
    return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }

  /** {@code Name <address>}, or the bare address when there is no name. */
  public String display() {
    return name == null || name.isBlank() ? address : name + " <" + address + ">";
  }
}
