package dev.agentmailbox.account;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How people get an account. In every mode an agent signs up only with a code from its human. */
public enum SignUpMode {
  /** Whoever asks waits until an operator invites. */
  WAITLIST,
  /** Whoever was invited by an operator. */
  INVITE_ONLY,
  /** Whoever proves an e-mail address. */
  OPEN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<SignUpMode> named(String wireName) {
    return Stream.of(values()).filter(mode -> mode.wireName().equals(wireName)).findFirst();
  }
}
