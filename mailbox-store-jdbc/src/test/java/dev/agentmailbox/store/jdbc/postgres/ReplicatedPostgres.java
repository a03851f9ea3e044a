package dev.agentmailbox.store.jdbc.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL and its synchronous standby: the first can be killed and the second promoted, once,
 * in any order, and the second can fall behind before. Used by one thread.
 */
public final class ReplicatedPostgres implements AutoCloseable {
  private static final long WAIT_SECONDS = 60;

  private final Path directory;
  private final int[] ports = new int[2];
  private final EmbeddedPostgres[] nodes = new EmbeddedPostgres[2];
  private int primary;

  /** Starts both; the test is skipped where they cannot be started. */
  public ReplicatedPostgres(Path directory) throws IOException, SQLException {
    this.directory = Files.createDirectories(directory);
    try {
      nodes[0] = settings(directory.resolve("first")).start();
    } catch (IOException | RuntimeException e) {
      Assumptions.abort("no PostgreSQL can be started here: " + e);
    }
    ports[0] = nodes[0].getPort();
    makeStandby();
  }

  private static EmbeddedPostgres.Builder settings(Path data) {
    return TestPostgres.durable()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofSeconds(WAIT_SECONDS))
        .setServerConfig("wal_keep_size", "1GB")
        .setServerConfig("wal_retrieve_retry_interval", "100ms")
        .setServerConfig("max_standby_archive_delay", "-1")
        .setServerConfig("max_standby_streaming_delay", "-1")
        .setServerConfig("max_connections", "300");
  }

  /** Both hosts; the driver finds the one that can be written to. */
  public PostgresUrl url() {
    return PostgresUrl.parse(
        "postgresql://postgres@127.0.0.1:%d,127.0.0.1:%d/postgres".formatted(ports[0], ports[1]));
  }

  /** Where the primary listens on this machine. */
  public int primaryPort() {
    return ports[primary];
  }

  /** Ends every process of the primary at once; what it had not sent to the standby is gone. */
  public void killPrimary() throws IOException {
    kill(primary);
  }

  /** Ends the primary of before a promotion, which nobody told of it. */
  public void killFormerPrimary() throws IOException {
    kill(1 - primary);
  }

  private void kill(int node) throws IOException {
    kill(running(node).orElseThrow());
  }

  private static void kill(ProcessHandle postmaster) {
    postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
    postmaster.destroyForcibly();
    postmaster.onExit().join();
  }

  private Optional<ProcessHandle> running(int node) throws IOException {
    Path pid = dataOf(node).resolve("postmaster.pid");
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).get(0).strip()));
  }

  /** The standby takes nothing of the log until {@link #resumeStandby}. */
  public void pauseStandby() throws IOException, InterruptedException {
    signalStandby("STOP");
  }

  public void resumeStandby() throws IOException, InterruptedException {
    signalStandby("CONT");
  }

  private void signalStandby(String signal) throws IOException, InterruptedException {
    ProcessHandle postmaster = running(1 - primary).orElseThrow();
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .forEach(process -> command.add(Long.toString(process.pid())));
    new ProcessBuilder(command).start().waitFor();
  }

  /** The standby takes the log and applies nothing of it until it is promoted. */
  public void pauseReplay() throws SQLException {
    execute(1 - primary, "SELECT pg_wal_replay_pause()");
  }

  /** Makes the standby the primary. */
  public void promote() throws SQLException {
    primary = 1 - primary;
    execute("SELECT pg_promote(true)");
  }

  /** Copies the primary while it works, and waits until it waits for the copy at each commit. */
  private void makeStandby() throws IOException, SQLException {
    int standby = 1 - primary;
    Path data = directory.resolve("standby");
    try (Connection connection = connect(primary);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      copy(dataOf(primary), data);
      try (ResultSet stop = statement.executeQuery("SELECT * FROM pg_backup_stop(false)")) {
        stop.next();
        Files.writeString(data.resolve("backup_label"), stop.getString("labelfile"));
      }
    }
    Files.createFile(data.resolve("standby.signal"));
    Files.writeString(
        data.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres application_name=standby'%n"
            .formatted(ports[primary]));
    nodes[standby] = settings(data).start();
    ports[standby] = nodes[standby].getPort();
    execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    execute("SELECT pg_reload_conf()");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!isSynchronous()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the standby does not follow");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private Path dataOf(int node) throws IOException {
    try (var all = Files.list(directory)) {
      for (Path data : all.toList()) {
        Path pid = data.resolve("postmaster.pid");
        if (Files.exists(pid)
            && Files.readAllLines(pid).get(3).strip().equals(Integer.toString(ports[node]))) {
          return data;
        }
      }
    }
    throw new IllegalStateException("no node has the port " + ports[node]);
  }

  private boolean isSynchronous() throws SQLException {
    try (Connection connection = connect(primary);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")) {
      return row.next();
    }
  }

  /** Runs a statement on the primary. */
  public void execute(String sql) throws SQLException {
    execute(primary, sql);
  }

  private void execute(int node, String sql) throws SQLException {
    try (Connection connection = connect(node);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect(int node) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + ports[node] + "/postgres", "postgres", "");
  }

  /**
   * Files that end meanwhile are written again from the log; the log itself is streamed, but for
   * the history of timelines.
   */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            Path copy = Files.createDirectory(to.resolve(from.relativize(path)));
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            String name = path.getFileName().toString();
            boolean isLog =
                from.relativize(path).startsWith("pg_wal") && !name.endsWith(".history");
            if (!isLog && !name.startsWith("postmaster.")) {
              try {
                Files.copy(
                    path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
              } catch (NoSuchFileException ended) {
                return FileVisitResult.CONTINUE;
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException ended) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() throws IOException {
    for (int node = 0; node < nodes.length; node++) {
      if (nodes[node] != null) {
        // One that stands still, or recovers, does not end when it is asked to.
        running(node).ifPresent(ReplicatedPostgres::kill);
        nodes[node].close();
      }
    }
  }
}
