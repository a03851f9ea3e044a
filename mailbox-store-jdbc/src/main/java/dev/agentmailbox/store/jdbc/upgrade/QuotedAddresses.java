package dev.agentmailbox.store.jdbc.upgrade;

import dev.agentmailbox.message.MailAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Brings list entries and contacts with quoted local parts to the form in which addresses are
 * looked for: written before there was one, they match nothing and cannot be deleted.
 */
public final class QuotedAddresses {
  private static final String OF_LIST =
      "org_id = ? AND level_id = ? AND direction = ? AND list_type = ?";
  private static final String ENTRIES =
      "SELECT org_id, level_id, direction, list_type, entry_key, entry, by_key FROM list_entry"
          + " WHERE POSITION('\"' IN entry) > 0 OR POSITION('\\' IN entry) > 0";
  private static final String OTHER =
      "UPDATE list_entry SET by_key = by_key AND ? WHERE " + OF_LIST + " AND entry_key = ?";
  private static final String RENAME =
      "UPDATE list_entry SET entry_key = ?, entry = ? WHERE " + OF_LIST + " AND entry_key = ?";
  private static final String DELETE =
      "DELETE FROM list_entry WHERE " + OF_LIST + " AND entry_key = ?";
  private static final String CONTACTS =
      "SELECT org_id, inbox_id, address_key FROM contact"
          + " WHERE POSITION('\"' IN address_key) > 0 OR POSITION('\\' IN address_key) > 0";
  private static final String OF_CONTACT = " WHERE org_id = ? AND inbox_id = ? AND address_key = ?";

  private final Connection connection;
  private final UnaryOperator<String> keys;

  /**
   * For one upgrade.
   *
   * @param connection inside the migration's transaction
   * @param keys the index key of a text
   */
  public QuotedAddresses(Connection connection, UnaryOperator<String> keys) {
    this.connection = connection;
    this.keys = keys;
  }

  /** Rewrites them. Of two that are the same then, one stays, a human's when either was. */
  public void toCanonical() throws SQLException {
    for (List<Object> row : rows(ENTRIES)) {
      String entry = canonical((String) row.get(5));
      if (!entry.equals(row.get(5))) {
        rename(row.subList(0, 4), row.get(4), entry, row.get(6));
      }
    }
    for (List<Object> row : rows(CONTACTS)) {
      String address = canonical((String) row.get(2));
      if (!address.equals(row.get(2))) {
        moveContact(row, address);
      }
    }
  }

  private static String canonical(String address) {
    return MailAddress.bare(address).key();
  }

  private void rename(List<Object> list, Object oldKey, String entry, Object byKey)
      throws SQLException {
    String key = keys.apply(entry);
    if (run(OTHER, concat(List.of(byKey), list, List.of(key))) == 0) {
      run(RENAME, concat(List.of(key, entry), list, List.of(oldKey)));
    } else {
      run(DELETE, concat(list, List.of(oldKey)));
    }
  }

  private void moveContact(List<Object> row, String address) throws SQLException {
    List<Object> canonical = List.of(row.get(0), row.get(1), keys.apply(address));
    String touch = "UPDATE contact SET noted_at = noted_at" + OF_CONTACT;
    if (run(touch, canonical) == 0) {
      run("UPDATE contact SET address_key = ?" + OF_CONTACT, concat(canonical.subList(2, 3), row));
    } else {
      run("DELETE FROM contact" + OF_CONTACT, row);
    }
  }

  private static List<Object> concat(List<?>... parts) {
    return Arrays.stream(parts).<Object>flatMap(List::stream).toList();
  }

  private List<List<Object>> rows(String sql) throws SQLException {
    List<List<Object>> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          Object value = rows.getObject(i);
          row.add(value instanceof Boolean ? value : rows.getString(i));
        }
        found.add(row);
      }
    }
    return found;
  }

  private int run(String sql, List<Object> values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      return statement.executeUpdate();
    }
  }
}
