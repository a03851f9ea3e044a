package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which rows of a table belong to one organization. */
public final class OrganizationRows {
  private static final String COLUMN = "org_id";

  /** Rows of a running process. */
  private static final Set<String> OF_PROCESSES = Set.of("live_place");

  /** Rows without an organization that rows of one refer to. */
  private static final Map<String, String> REFERRED_TO =
      Map.of(
          "human", "user_id IN (SELECT user_id FROM membership WHERE org_id = ?)",
          "grant_client", "client_id IN (SELECT client_id FROM access_grant WHERE org_id = ?)");

  private static final String EXISTS = "SELECT 1 FROM organization WHERE org_id = ?";

  private OrganizationRows() {}

  /** Whether a database has an organization. */
  public static boolean exists(Connection connection, String organizationId) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(EXISTS)) {
      select.setString(1, organizationId);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  /** Whether the rows of a table belong to organizations. */
  public static boolean isIn(Table table) {
    return !OF_PROCESSES.contains(table.name())
        && table.columns().stream().anyMatch(column -> column.name().equals(COLUMN));
  }

  /** Whether rows of a table have no organization, but are referred to. */
  static boolean areReferredTo(String table) {
    return REFERRED_TO.containsKey(table);
  }

  /**
   * A condition with one parameter, the organization, also for rows that are only referred to;
   * empty when no row of the table is of an organization.
   */
  public static Optional<String> condition(Table table) {
    return isIn(table)
        ? Optional.of(COLUMN + " = ?")
        : Optional.ofNullable(REFERRED_TO.get(table.name()));
  }
}
