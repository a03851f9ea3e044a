package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Direction;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/**
 * Addresses an inbox has exchanged mail with, by direction. All addresses are in lower case.
 * Besides them are noted, by names that no address has, linked domains that a human approved
 * ({@code OUTBOUND}), and what deleted mail named ({@code INBOUND}).
 */
public interface ContactStore {
  /**
   * The subset of these addresses that the inbox has exchanged mail with in this direction: {@code
   * OUTBOUND} when mail was handed over for them, {@code INBOUND} when mail from them was received.
   */
  Set<String> known(Scope inbox, Direction direction, Collection<String> addresses);

  /** Records contacts; existing ones are unchanged. */
  void note(Scope inbox, Direction direction, Collection<String> addresses, Instant now);

  /** Removes a contact, in both directions. */
  void forget(Scope inbox, String address);
}
