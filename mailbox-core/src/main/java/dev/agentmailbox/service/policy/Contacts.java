package dev.agentmailbox.service.policy;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whom an inbox knows. Addresses it has written to are noted a second time behind a mark that no
 * address begins with, because some questions are only about those.
 */
public final class Contacts {
  private static final String WRITTEN_TO = ">";

  private Contacts() {}

  /** Notes that mail was handed over for these lower-case addresses. */
  public static void noteWritten(
      StoreTransaction tx, Scope inbox, Collection<String> addresses, Instant now) {
    List<String> keys =
        addresses.stream().flatMap(key -> Stream.of(key, WRITTEN_TO + key)).toList();
    tx.sends().noteContacts(inbox, keys, now);
  }

  /** Notes that mail of this lower-case address was received, and is neither held nor hidden. */
  public static void noteHeard(StoreTransaction tx, Scope inbox, String address, Instant now) {
    tx.sends().noteContacts(inbox, List.of(address), now);
  }

  /** Whether mail was ever handed over for this lower-case address. */
  public static boolean wroteTo(StoreTransaction tx, Scope inbox, String address) {
    return !tx.sends().knownContacts(inbox, List.of(WRITTEN_TO + address)).isEmpty();
  }
}
