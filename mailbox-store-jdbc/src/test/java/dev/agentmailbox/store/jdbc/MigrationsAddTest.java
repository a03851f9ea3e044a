package dev.agentmailbox.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * While servers are replaced one after another, old ones go on working on the schema that the first
 * new one has brought forward. So a migration only adds, and nothing it adds is asked of an INSERT
 * that does not know it.
 */
class MigrationsAddTest {
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+)");
  private static final Pattern UNIQUE = Pattern.compile("CREATE UNIQUE INDEX \\w+ ON (\\w+)");

  private static String read(String name) throws IOException {
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> problems(String sql) {
    List<String> problems = new ArrayList<>();
    Set<String> tables = new HashSet<>();
    String text =
        sql.lines().filter(line -> !line.startsWith("--")).reduce("", (a, b) -> a + b + '\n');
    for (String statement : text.split(";\n")) {
      String one = statement.strip().toUpperCase(Locale.ROOT);
      Matcher table = TABLE.matcher(one);
      if (table.find()) {
        tables.add(table.group(1));
      } else if (one.startsWith("ALTER TABLE")) {
        boolean adds = one.matches("(?s)ALTER TABLE \\w+ ADD (COLUMN )?.*");
        boolean asks = one.contains(" NOT NULL") && !one.contains(" DEFAULT ");
        boolean limits = one.matches("(?s).* (UNIQUE|PRIMARY|FOREIGN|REFERENCES|CHECK)\\b.*");
        if (!adds || asks || limits) {
          problems.add(one);
        }
      } else if (one.startsWith("CREATE UNIQUE INDEX")) {
        Matcher unique = UNIQUE.matcher(one);
        if (!unique.find() || !tables.contains(unique.group(1))) {
          problems.add(one);
        }
      } else if (!one.isEmpty()
          && !one.startsWith("CREATE INDEX")
          && !one.startsWith("INSERT INTO")
          && !one.startsWith("UPDATE ")) {
        problems.add(one);
      }
    }
    return problems;
  }

  /** From before the first release, when all servers were stopped for it. */
  private static final List<String> CHANGED =
      List.of(
          "ALTER TABLE IDEMPOTENCY ALTER COLUMN ORG_ID DROP DEFAULT",
          "ALTER TABLE IDEMPOTENCY DROP ${PRIMARY_KEY} IDEMPOTENCY_PKEY",
          "ALTER TABLE IDEMPOTENCY ADD PRIMARY KEY (ORG_ID, REQUEST_KEY)",
          "ALTER TABLE RECEIPT ALTER COLUMN ORG_ID DROP DEFAULT",
          "ALTER TABLE RECEIPT DROP ${PRIMARY_KEY} RECEIPT_PKEY",
          "ALTER TABLE RECEIPT ADD PRIMARY KEY (ORG_ID, RECEIPT_KEY)",
          "DROP INDEX API_KEY_PREFIX",
          "DROP INDEX DIRECTED_CODE_HASH");

  @Test
  void migrations_only_add() throws IOException {
    for (String file : Migrations.FILES) {
      List<String> expected = file.startsWith("0002_") ? CHANGED : List.of();
      assertEquals(expected, problems(read(file)), file);
    }
  }

  @Test
  void what_takes_away_or_asks_for_more_is_found() {
    assertEquals(1, problems("DROP TABLE a").size());
    assertEquals(1, problems("ALTER TABLE a DROP COLUMN b").size());
    assertEquals(1, problems("ALTER TABLE a RENAME COLUMN b TO c").size());
    assertEquals(1, problems("ALTER TABLE a ADD COLUMN b BIGINT NOT NULL").size());
    assertEquals(1, problems("CREATE UNIQUE INDEX i ON a (b)").size());
    assertEquals(1, problems("DELETE FROM a").size());
    assertEquals(0, problems("ALTER TABLE a ADD COLUMN b BIGINT DEFAULT 0 NOT NULL").size());
    assertEquals(0, problems("CREATE TABLE a (b INT);\nCREATE UNIQUE INDEX i ON a (b);\n").size());
  }
}
