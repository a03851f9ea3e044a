package dev.agentmailbox.message;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox of RFC 5322 section 3.4: an address and perhaps a display name.
 *
 * @param name decoded display name without quotes; null when there is none
 * @param address {@code local@domain} as written
 */
public record MailAddress(@Nullable String name, String address) {
  public static MailAddress bare(String address) {
    return new MailAddress(null, address);
  }

  /** The address with its domain, and nothing else, in lower case. */
  public String lowerDomain() {
    int at = address.lastIndexOf('@');
    return address.substring(0, at + 1) + address.substring(at + 1).toLowerCase(Locale.ROOT);
  }

  /** For comparing: the whole address in lower case. */
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
