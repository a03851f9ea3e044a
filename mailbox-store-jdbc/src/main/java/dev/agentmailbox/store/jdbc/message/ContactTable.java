package dev.agentmailbox.store.jdbc.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.port.message.ContactStore;
import dev.agentmailbox.store.jdbc.sql.HashedKey;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.store.jdbc.sql.UnionQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Correspondents of inboxes; one row per direction. */
public final class ContactTable implements ContactStore {
  private static final String SELECT = "SELECT address_key FROM contact";
  private static final String INSERT =
      """
      INSERT INTO contact (org_id, inbox_id, address_key, direction, noted_at)
      VALUES (:org_id, :inbox_id, :address_key, :direction, :noted_at)""";

  private static final String DELETE =
      "DELETE FROM contact WHERE org_id = :org_id AND inbox_id = :inbox_id"
          + " AND address_key = :address_key";

  private final Statements statements;

  public ContactTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public Set<String> known(Scope inbox, Direction direction, Collection<String> addresses) {
    Map<String, String> addressOfKey = new HashMap<>();
    addresses.forEach(address -> addressOfKey.put(HashedKey.of(address), address));
    Set<String> known = new HashSet<>();
    UnionQuery.find(
            statements,
            SELECT,
            "org_id, inbox_id, direction",
            "address_key",
            addressOfKey.keySet(),
            query ->
                query
                    .bind("org_id", inbox.organizationId())
                    .bind("inbox_id", inbox.inboxId())
                    .bind("direction", direction.name())
                    .mapTo(String.class)
                    .list())
        .forEach(key -> known.add(addressOfKey.getOrDefault(key, key)));
    return known;
  }

  @Override
  public void note(Scope inbox, Direction direction, Collection<String> addresses, Instant now) {
    Set<String> fresh = new HashSet<>(addresses);
    if (!statements.dialect().sendsTogether()) {
      // Less than an exception for each known one; elsewhere it would be a round trip.
      fresh.removeAll(known(inbox, direction, addresses));
    }
    for (String address : fresh) {
      statements.writeUnlessKnown(
          statements
              .directUnlessKnown(INSERT)
              .bind("org_id", inbox.organizationId())
              .bind("inbox_id", inbox.inboxId())
              .bind("address_key", HashedKey.of(address))
              .bind("direction", direction.name())
              .bind("noted_at", Times.of(now)));
    }
  }

  @Override
  public void forget(Scope inbox, String address) {
    statements.run(
        statements
            .update(DELETE)
            .bind("org_id", inbox.organizationId())
            .bind("inbox_id", inbox.inboxId())
            .bind("address_key", HashedKey.of(address)));
  }
}
