package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.TupleQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Whom an inbox has written to or heard from. */
final class ContactTable {
  private static final String SELECT = "SELECT address_key FROM contact";
  private static final String INSERT =
      """
      INSERT INTO contact (org_id, inbox_id, address_key, noted_at)
      VALUES (:org_id, :inbox_id, :address_key, :noted_at)""";

  private final Statements statements;

  ContactTable(Statements statements) {
    this.statements = statements;
  }

  Set<String> known(Scope inbox, Collection<String> addresses) {
    Map<String, String> addressOfKey = new HashMap<>();
    addresses.forEach(address -> addressOfKey.put(HashedKey.of(address), address));
    Set<String> known = new HashSet<>();
    TupleQuery.find(
            statements,
            SELECT,
            "org_id, inbox_id",
            "address_key",
            addressOfKey.keySet(),
            query ->
                query
                    .bind("org_id", inbox.organizationId())
                    .bind("inbox_id", inbox.inboxId())
                    .mapTo(String.class)
                    .list())
        .forEach(key -> known.add(addressOfKey.getOrDefault(key, key)));
    return known;
  }

  void note(Scope inbox, Collection<String> addresses, Instant now) {
    Set<String> fresh = new HashSet<>(addresses);
    fresh.removeAll(known(inbox, addresses));
    for (String address : fresh) {
      statements.runUnlessKnown(
          statements
              .insertUnlessKnown(INSERT)
              .bind("org_id", inbox.organizationId())
              .bind("inbox_id", inbox.inboxId())
              .bind("address_key", HashedKey.of(address))
              .bind("noted_at", Times.of(now)));
    }
  }
}
