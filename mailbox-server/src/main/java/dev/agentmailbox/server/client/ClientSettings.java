package dev.agentmailbox.server.client;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the client commands: environment variables, then {@code client.properties} in the
 * user's directory for configuration. Secrets are no options, because every user of a machine sees
 * the arguments of a process.
 */
final class ClientSettings {
  private static final String DEFAULT_URL = "http://localhost:8080";

  private final Map<String, String> environment;
  private final Path directory;
  private final Properties file;

  private ClientSettings(Map<String, String> environment, Path directory, Properties file) {
    this.environment = environment;
    this.directory = directory;
    this.file = file;
  }

  /**
   * Reads the settings.
   *
   * @throws ClientException when the file cannot be read
   */
  static ClientSettings read(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path directory =
        (config.isEmpty() ? Path.of(home, ".config") : Path.of(config)).resolve("agent-mailbox");
    return new ClientSettings(
        environment, directory, properties(directory.resolve("client.properties")));
  }

  private static Properties properties(Path path) {
    Properties properties = new Properties();
    if (Files.exists(path)) {
      try (Reader reader = Files.newBufferedReader(path)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException unreadable) {
        throw ClientException.usage(path + " cannot be read: " + unreadable.getMessage());
      }
    }
    return properties;
  }

  /**
   * The server's URL, without a slash at its end.
   *
   * @param option what the command line says
   * @throws ClientException when it is no URL
   */
  String url(@Nullable String option) {
    String url = option != null ? option : find("MAILBOX_URL", "url").orElse(DEFAULT_URL);
    try {
      URI uri = URI.create(url);
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
      }
    } catch (IllegalArgumentException malformed) {
      // As for another scheme.
    }
    throw ClientException.usage(
        "the server's URL must be like http://localhost:8080: set --url or MAILBOX_URL");
  }

  /** The API key. */
  Optional<String> apiKey() {
    return find("MAILBOX_API_KEY", "api_key");
  }

  /** The inbox that commands work on. */
  Optional<String> inbox() {
    return find("MAILBOX_INBOX", "inbox");
  }

  /** The signing secret of {@code listen}. */
  Optional<String> webhookSecret() {
    return find("MAILBOX_WEBHOOK_SECRET", "webhook_secret");
  }

  private Optional<String> find(String variable, String property) {
    String value = environment.get(variable);
    return Optional.ofNullable(
            value == null || value.isBlank() ? file.getProperty(property) : value)
        .map(String::trim)
        .filter(text -> !text.isEmpty());
  }

  /** The session cookie of a signed-in human at that server. */
  Optional<String> session(String url) {
    Properties session = properties(sessionFile());
    return Optional.ofNullable(session.getProperty("cookie"))
        .filter(cookie -> url.equals(session.getProperty("url")));
  }

  /** Keeps the session cookie in a file that only its owner may read. */
  void keepSession(String url, String cookie) throws IOException {
    Files.createDirectories(directory);
    Path path = sessionFile();
    Files.deleteIfExists(path);
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Properties session = new Properties();
    session.setProperty("url", url);
    session.setProperty("cookie", cookie);
    try (Writer writer = Files.newBufferedWriter(path)) {
      session.store(writer, null);
    }
  }

  void forgetSession() throws IOException {
    Files.deleteIfExists(sessionFile());
  }

  private Path sessionFile() {
    return directory.resolve("session.properties");
  }
}
