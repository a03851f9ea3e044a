package dev.agentmailbox.store.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;

/** Connection pools of PostgreSQL, with sizes and timeouts. */
final class PostgresPool {
  /** Size of each of the two pools; max_connections must cover both for every process. */
  static final int MAX_CONNECTIONS = 16;

  private static final int MIN_IDLE = 1;

  /** How long a caller waits for a connection before the store counts as unavailable. */
  private static final Duration POOL_WAIT = Duration.ofSeconds(3);

  private static final Duration CONNECT_WAIT = Duration.ofSeconds(3);

  /** How long the driver believes that a host is a standby; it may be promoted meanwhile. */
  private static final Duration HOST_RECHECK = Duration.ofSeconds(1);

  private static final Duration STATEMENT_TIME = Duration.ofSeconds(30);

  /** Socket timeout, longer than any statement: only a lost connection is silent for so long. */
  private static final Duration SOCKET_TIME = Duration.ofSeconds(40);

  /** Idle-in-transaction timeout: an idle transaction belongs to a stalled process. */
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(10);

  private static final Duration MAX_LIFETIME = Duration.ofMinutes(15);
  private static final Duration KEEP_ALIVE = Duration.ofMinutes(2);

  /** Driver properties; times in seconds. */
  static final String CONNECT_TIMEOUT = "connectTimeout";

  static final String SOCKET_TIMEOUT = "socketTimeout";
  static final String APPLICATION_NAME = "ApplicationName";

  /** How PostgreSQL plans the statements of a connection. */
  enum PlanMode {
    /** As it estimates. Citus needs the values to find the node. */
    BY_VALUES("auto"),
    /**
     * One plan for all values. Each list has an index, and an estimate can take a worse one: that
     * of an organization for an inbox with most of its rows, though the newest are of others.
     */
    BY_STATEMENT("force_generic_plan");

    private final String setting;

    PlanMode(String setting) {
      this.setting = setting;
    }
  }

  private PostgresPool() {}

  /**
   * A pool that opens connections on demand.
   *
   * @param planMode of {@code plan_cache_mode}
   */
  static HikariDataSource open(PostgresUrl url, String name, PlanMode planMode) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(url.jdbcUrl());
    config.setUsername(url.user());
    config.setPassword(url.password());
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(MIN_IDLE);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    config.setMaxLifetime(MAX_LIFETIME.toMillis());
    config.setKeepaliveTime(KEEP_ALIVE.toMillis());
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(String.join("; ", sessionSettings(planMode)));
    config.addDataSourceProperty(CONNECT_TIMEOUT, seconds(CONNECT_WAIT));
    config.addDataSourceProperty(SOCKET_TIMEOUT, seconds(SOCKET_TIME));
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // A batch of inserts as one statement of many rows; nobody asks for the count of each.
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("hostRecheckSeconds", seconds(HOST_RECHECK));
    config.addDataSourceProperty(APPLICATION_NAME, name);
    return new HikariDataSource(config);
  }

  private static List<String> sessionSettings(PlanMode planMode) {
    return List.of(
        "SET synchronous_commit = on",
        "SET default_transaction_isolation = 'read committed'",
        "SET statement_timeout = " + STATEMENT_TIME.toMillis(),
        // Of Citus; another PostgreSQL keeps what it does not know. A time limit of a transaction
        // then applies on every node, and a statement to all shards takes one connection to each.
        "SET citus.propagate_set_commands = 'local'",
        "SET citus.max_adaptive_executor_pool_size = 1",
        "SET plan_cache_mode = " + planMode.setting,
        "SET lock_timeout = " + PostgresDialect.LOCK_WAIT.toMillis(),
        "SET idle_in_transaction_session_timeout = " + IDLE_IN_TRANSACTION.toMillis());
  }

  static String seconds(Duration time) {
    return Long.toString(time.toSeconds());
  }
}
