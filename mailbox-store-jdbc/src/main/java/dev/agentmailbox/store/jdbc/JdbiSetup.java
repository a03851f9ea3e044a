package dev.agentmailbox.store.jdbc;

import java.sql.Types;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.TemplateEngine;

/** The Jdbi configuration of this module. */
final class JdbiSetup {
  private JdbiSetup() {}

  static Jdbi over(DataSource dataSource) {
    Jdbi jdbi = Jdbi.create(dataSource);
    jdbi.registerArgument(new CleanText());
    // SQL has no templates here; bound values must not appear in messages.
    jdbi.configure(SqlStatements.class, config -> config.setTemplateEngine(TemplateEngine.NOP));
    jdbi.configure(
        StatementExceptions.class,
        config -> config.setMessageRendering(StatementExceptions.MessageRendering.NONE));
    return jdbi;
  }

  private static final class CleanText extends AbstractArgumentFactory<String> {
    CleanText() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(String value, ConfigRegistry config) {
      String clean = value.indexOf('\0') < 0 ? value : value.replace("\0", "");
      return (position, statement, context) -> statement.setString(position, clean);
    }
  }
}
