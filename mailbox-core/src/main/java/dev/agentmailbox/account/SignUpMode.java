package dev.agentmailbox.account;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How humans get an account. In every mode an agent signs up only with a code from its human. */
public enum SignUpMode {
  /** Through the waitlist, by an operator's invite. */
  WAITLIST,
  /** Only by an operator's invite. */
  INVITE_ONLY,
  /** By verifying an email address. */
  OPEN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<SignUpMode> named(String wireName) {
    return Stream.of(values()).filter(mode -> mode.wireName().equals(wireName)).findFirst();
  }
}
