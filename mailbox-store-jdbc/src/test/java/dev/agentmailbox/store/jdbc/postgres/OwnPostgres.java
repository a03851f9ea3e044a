package dev.agentmailbox.store.jdbc.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL of one test, which stops it and starts it again on its data. */
public final class OwnPostgres implements AutoCloseable {
  private final Path directory;
  private @Nullable EmbeddedPostgres server;
  private int port;

  /** Starts one; the test is skipped where it cannot be started. */
  public OwnPostgres(Path directory) {
    this.directory = directory;
    try {
      start();
    } catch (IOException | RuntimeException e) {
      Assumptions.abort("no PostgreSQL can be started here: " + e);
    }
  }

  public void start() throws IOException {
    EmbeddedPostgres.Builder builder =
        TestPostgres.durable().setDataDirectory(directory).setCleanDataDirectory(false);
    EmbeddedPostgres started = (port == 0 ? builder : builder.setPort(port)).start();
    port = started.getPort();
    server = started;
  }

  public PostgresUrl url() {
    return PostgresUrl.parse("postgresql://postgres@localhost:" + port + "/postgres");
  }

  /** Cuts every connection and ends. */
  public void stop() throws IOException {
    EmbeddedPostgres running = server;
    server = null;
    if (running != null) {
      running.close();
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
