package dev.agentmailbox.store.jdbc.account;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.port.account.HumanStore;
import dev.agentmailbox.store.jdbc.sql.Rows;
import dev.agentmailbox.store.jdbc.sql.Statements;
import dev.agentmailbox.store.jdbc.sql.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/** People. */
public final class HumanTable implements HumanStore {
  private static final String INSERT =
      """
      INSERT INTO human (user_id, email, is_operator, status, created_at, updated_at)
      VALUES (:user_id, :email, :is_operator, :status, :created_at, :updated_at)""";
  private static final String FIND = "SELECT * FROM human WHERE user_id = :user_id";
  private static final String FIND_EMAIL = "SELECT * FROM human WHERE email = :email";
  private static final String UPDATE =
      """
      UPDATE human SET is_operator = :is_operator, status = :status, updated_at = :updated_at
      WHERE user_id = :user_id""";

  private final Statements statements;

  public HumanTable(Statements statements) {
    this.statements = statements;
  }

  @Override
  public boolean insert(Human human) {
    return statements.runUnlessKnown(
        bindChangeable(statements.insertUnlessKnown(INSERT), human)
            .bind("email", human.email())
            .bind("created_at", Times.of(human.createdAt())));
  }

  @Override
  public Optional<Human> find(String userId) {
    return Rows.one(statements.query(FIND).bind("user_id", userId), HumanTable::read);
  }

  @Override
  public Optional<Human> findByEmail(String email) {
    return Rows.one(statements.query(FIND_EMAIL).bind("email", email), HumanTable::read);
  }

  @Override
  public void update(Human human) {
    statements.run(bindChangeable(statements.update(UPDATE), human));
  }

  private static Update bindChangeable(Update update, Human human) {
    return update
        .bind("user_id", human.id())
        .bind("is_operator", human.operator())
        .bind("status", human.status().wireName())
        .bind("updated_at", Times.of(human.updatedAt()));
  }

  private static Human read(ResultSet row) throws SQLException {
    return new Human(
        row.getString("user_id"),
        row.getString("email"),
        row.getBoolean("is_operator"),
        Human.Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        Times.read(row, "created_at"),
        Times.read(row, "updated_at"));
  }
}
