package dev.agentmailbox.store.jdbc.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * PgBouncer in transaction mode before one PostgreSQL at a time, as Debian installs it. Used by one
 * thread.
 */
public final class PgBouncer implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");
  private static final Path UNSHARE = Path.of("/usr/bin/unshare");

  private final Path configuration;
  private final int port;
  private final Process process;

  /**
   * Starts it; the test is skipped where it is not installed.
   *
   * @param databasePort where PostgreSQL listens on this machine
   */
  public PgBouncer(Path directory, int databasePort) throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(PROGRAM), () -> "no PgBouncer at " + PROGRAM);
    configuration = Files.createDirectories(directory).resolve("pgbouncer.ini");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    configure(databasePort);
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      // It refuses to run as root; another user of a namespace keeps the rights on the folder.
      command.addAll(List.of(UNSHARE.toString(), "-U"));
    }
    command.addAll(List.of(PROGRAM.toString(), configuration.toString()));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log(directory).toFile())
            .start();
  }

  /** What the one in that directory printed. */
  public static Path log(Path directory) {
    return directory.resolve("pgbouncer.log");
  }

  private void configure(int databasePort) throws IOException {
    Files.writeString(
        configuration,
        """
        [databases]
        postgres = host=127.0.0.1 port=%d user=postgres
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        max_client_conn = 200
        default_pool_size = 20
        server_login_retry = 1
        server_connect_timeout = 3
        """
            .formatted(databasePort, port));
  }

  public PostgresUrl url() {
    return PostgresUrl.parse(
        "postgresql://postgres@127.0.0.1:%d/postgres?prepareThreshold=0".formatted(port));
  }

  /** Connects to another PostgreSQL from now on, as after a failover. */
  public void follow(int databasePort) throws IOException, InterruptedException {
    configure(databasePort);
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
