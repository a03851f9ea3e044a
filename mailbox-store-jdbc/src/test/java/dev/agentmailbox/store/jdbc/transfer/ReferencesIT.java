package dev.agentmailbox.store.jdbc.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.sql.TestDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferencesIT {
  private static final String GRANT =
      """
      INSERT INTO access_grant (org_id, grant_id, key_id, client_id, client_name, approved_by,
        redirect_uri, code_challenge, created_at)
      VALUES ('org_1', 'grt_1', 'key_1', 'client', 'name', 'usr_1', 'http://a.test', 'c', 1)""";
  private static final String TOKEN =
      """
      INSERT INTO grant_token (token_hash, token_kind, org_id, grant_id, expires_at)
      VALUES ('hash', 'access', 'org_1', 'grt_1', 1)""";

  private static List<String> check(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
      try (Statement statement = connection.createStatement()) {
        for (String sql : statements) {
          statement.execute(sql);
        }
      }
      List<String> damages = new ArrayList<>();
      References.check(connection, damage -> damages.add(damage.toString()));
      return damages;
    }
  }

  @Test
  void a_token_without_its_grant_and_a_grant_without_its_key_are_told() throws SQLException {
    assertEquals(List.of(), check());
    assertEquals(List.of("table grant_token: 1 rows without access_grant"), check(TOKEN));
    assertEquals(List.of("table access_grant: 1 rows without api_key"), check(GRANT, TOKEN));
  }

  @Test
  void a_grant_whose_tokens_and_program_have_expired_is_no_damage() throws SQLException {
    assertEquals(
        List.of(),
        check(
            GRANT,
            """
            INSERT INTO api_key (org_id, key_id, prefix, key_hash, name, permissions, restricted,
              created_at, updated_at)
            VALUES ('org_1', 'key_1', 'p', 'h', 'n', '', FALSE, 1, 1)""",
            "INSERT INTO api_key_prefix (prefix, org_id, key_id) VALUES ('p', 'org_1', 'key_1')"));
  }
}
