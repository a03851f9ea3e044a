package dev.agentmailbox.server.spam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The rspamd of Debian on a port of 127.0.0.1, with what it knows without its rules, which take
 * long to load: no store, no name service, nothing of the machine's configuration.
 */
final class RspamdProcess implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/rspamd");
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Process process;
  private final int port;

  private RspamdProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM) && Files.isDirectory(Path.of("/usr/share/rspamd"));
  }

  static RspamdProcess start(Path directory) throws IOException {
    int port = freePort();
    Path config = directory.resolve("rspamd.conf");
    Files.writeString(config, config(directory, port));
    Process process =
        new ProcessBuilder(PROGRAM.toString(), "-f", "-i", "-c", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("rspamd.log").toFile())
            .start();
    RspamdProcess started = new RspamdProcess(process, port);
    started.awaitPort(directory);
    return started;
  }

  private static String config(Path directory, int port) {
    return """
        options {
          pidfile = "DIR/rspamd.pid";
          filters = "chartable,regexp";
          tempdir = "DIR";
          url_tld = "${SHAREDIR}/effective_tld_names.dat";
          control_socket = "DIR/control.sock mode=0600";
          hs_cache_dir = "DIR/";
          cache_file = "DIR/symbols.cache";
          history_file = "DIR/history";
          stats_file = "DIR/stats.ucl";
          enable_test_patterns = true;
          disable_hyperscan = true;
          dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; }
        }
        logging { type = "console"; level = "notice"; }
        actions { reject = 15; add_header = 6; greylist = 4; }
        worker "normal" { bind_socket = "127.0.0.1:PORT"; mime = true; count = 1; }
        """
        .replace("DIR/", directory + "/")
        .replace("\"DIR\"", '"' + directory.toString() + '"')
        .replace("PORT", Integer.toString(port));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitPort(Path directory) throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (System.nanoTime() - end < 0 && process.isAlive()) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException notYet) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
    close();
    throw new IOException(
        "rspamd did not start: "
            + Files.readString(directory.resolve("rspamd.log"), StandardCharsets.ISO_8859_1));
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
