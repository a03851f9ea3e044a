package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Direction;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/**
 * The addresses that an inbox has exchanged mail with, apart for each direction. Addresses are
 * lower case.
 */
public interface ContactStore {
  /** Those of these addresses that the inbox has exchanged mail with, in either direction. */
  Set<String> known(Scope inbox, Collection<String> addresses);

  /**
   * Those of these addresses that the inbox has exchanged mail with in that direction: {@code
   * OUTBOUND} when mail was handed over for them, {@code INBOUND} when theirs was received.
   */
  Set<String> known(Scope inbox, Direction direction, Collection<String> addresses);

  /** Notes contacts; those already noted stay. */
  void note(Scope inbox, Direction direction, Collection<String> addresses, Instant now);
}
