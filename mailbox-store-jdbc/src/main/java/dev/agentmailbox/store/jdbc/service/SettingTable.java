package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.store.jdbc.sql.RowCache.Table;
import dev.agentmailbox.store.jdbc.sql.Statements;
import java.util.Optional;

/** Settings of the whole service. */
public final class SettingTable implements SettingStore {
  private static final String GET = "SELECT setting_value FROM setting WHERE name = :name";
  private static final String UPDATE =
      "UPDATE setting SET setting_value = :setting_value WHERE name = :name";
  private static final String INSERT =
      "INSERT INTO setting (name, setting_value) VALUES (:name, :setting_value)";
  private static final String DELETE = "DELETE FROM setting WHERE name = :name";

  private final Statements statements;

  public SettingTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public Optional<String> get(String name) {
    return statements.cached(
        Table.SETTING,
        name,
        () -> statements.query(GET).bind("name", name).mapTo(String.class).findOne());
  }

  @Override
  public void put(String name, String value) {
    if (!update(name, value)
        && !statements.runUnlessKnown(
            statements
                .insertUnlessKnown(Table.SETTING, INSERT)
                .bind("name", name)
                .bind("setting_value", value))) {
      update(name, value);
    }
  }

  private boolean update(String name, String value) {
    return statements.run(
            statements
                .update(Table.SETTING, UPDATE)
                .bind("name", name)
                .bind("setting_value", value))
        == 1;
  }

  @Override
  public void remove(String name) {
    statements.run(statements.update(Table.SETTING, DELETE).bind("name", name));
  }
}
