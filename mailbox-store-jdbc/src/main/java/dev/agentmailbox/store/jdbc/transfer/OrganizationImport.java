package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.transfer.file.ExportDirectory;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** Adds the rows of one organization to a database in one transaction. */
final class OrganizationImport {
  private static final String PEOPLE = "human";
  private static final String IF_ABSENT = " ON CONFLICT DO NOTHING";
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String ADD_PERSON =
      "INSERT INTO human (user_id, email, is_operator, status, created_at, updated_at)"
          + " VALUES (?, ?, FALSE, ?, ?, ?)"
          + IF_ABSENT;
  private static final String JOIN =
      "UPDATE membership SET user_id = h.user_id FROM human h"
          + " WHERE h.email = ? AND membership.org_id = ? AND membership.user_id = ?";

  private final Target target;
  private final String organizationId;
  private final Progress progress;

  OrganizationImport(Target target, String organizationId, Progress progress) {
    this.target = target;
    this.organizationId = organizationId;
    this.progress = progress;
  }

  /**
   * Inserts everything but people.
   *
   * @throws StoreException the organization, or a key of it, is there already
   */
  void run(ExportDirectory export) throws IOException, SQLException {
    if (OrganizationRows.exists(target.connection(), organizationId)) {
      throw new StoreException("the store already has the organization " + organizationId, null);
    }
    try {
      for (String name : Table.names()) {
        if (!name.equals(PEOPLE)) {
          String conflict = OrganizationRows.areReferredTo(name) ? IF_ABSENT : "";
          Table table = Table.of(target.connection(), name);
          TableImport.within(target, table, progress, conflict).run(export.rows(name));
        }
      }
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw new StoreException(
            "the store has an address, a key or a code of this organization in another one", null);
      }
      throw e;
    }
  }

  /** Adds people, who are known by their address and may have another id here, and commits. */
  void end(ExportDirectory export) throws IOException, SQLException {
    try (Lines lines = new Lines(export.rows(PEOPLE));
        PreparedStatement add = target.connection().prepareStatement(ADD_PERSON);
        PreparedStatement join = target.connection().prepareStatement(JOIN)) {
      byte[] line = lines.next();
      while (line != null) {
        JsonNode person = TransferJson.read(line);
        String id = person.path("user_id").asString("");
        String email = person.path("email").asString("");
        add.setString(1, id);
        add.setString(2, email);
        add.setString(3, person.path("status").asString(""));
        add.setLong(4, person.path("created_at").longValue());
        add.setLong(5, person.path("updated_at").longValue());
        add.executeUpdate();
        join.setString(1, email);
        join.setString(2, organizationId);
        join.setString(3, id);
        join.executeUpdate();
        line = lines.next();
      }
    }
    target.connection().commit();
  }
}
