package dev.agentmailbox.server.config;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * Storage settings. {@code toString} contains the data directory only.
 *
 * @param directory the data directory
 * @param diskReserveBytes free space in bytes below which new content is refused; 0 for none
 * @param databaseUrl empty for H2 in the data directory
 * @param content location of raw messages when there is a database URL
 * @param masterKey base64 of 32 bytes; empty to use that of the data directory
 */
public record StoreConfig(
    Path directory,
    long diskReserveBytes,
    Optional<PostgresUrl> databaseUrl,
    ContentPlace content,
    Optional<String> masterKey) {
  private static final Path DEFAULT_DIRECTORY = Path.of("./mailbox-data");
  private static final int MASTER_KEY_BYTES = 32;
  private static final int DEFAULT_RESERVE_MEBIBYTES = 512;
  private static final long MEBIBYTE = 1 << 20;

  static StoreConfig read(SettingValues values) {
    return new StoreConfig(
        values.path(Setting.MAILBOX_DATA_DIR).orElse(DEFAULT_DIRECTORY),
        values.amount(Setting.MAILBOX_DISK_RESERVE, DEFAULT_RESERVE_MEBIBYTES) * MEBIBYTE,
        databaseUrl(values),
        content(values),
        masterKey(values));
  }

  private static Optional<PostgresUrl> databaseUrl(SettingValues values) {
    try {
      return values.find(Setting.MAILBOX_DATABASE_URL).map(PostgresUrl::parse);
    } catch (StoreException e) {
      throw SettingValues.bad(
          Setting.MAILBOX_DATABASE_URL,
          "must be postgresql://user:password@host:port/name or jdbc:postgresql://…; without it H2"
              + " is used");
    }
  }

  private static ContentPlace content(SettingValues values) {
    Optional<String> place = values.find(Setting.MAILBOX_CONTENT);
    if (place.isPresent() && values.find(Setting.MAILBOX_DATABASE_URL).isEmpty()) {
      throw SettingValues.bad(
          Setting.MAILBOX_CONTENT,
          "needs MAILBOX_DATABASE_URL; without it messages are files in the data directory");
    }
    return ContentPlace.parse(
        place.orElse("database"),
        values.text(Setting.MAILBOX_S3_ACCESS_KEY, ""),
        values.text(Setting.MAILBOX_S3_SECRET_KEY, ""));
  }

  private static Optional<String> masterKey(SettingValues values) {
    Optional<String> key = values.find(Setting.MAILBOX_MASTER_KEY);
    if (key.isPresent() && decodedLength(key.get()) != MASTER_KEY_BYTES) {
      throw SettingValues.bad(Setting.MAILBOX_MASTER_KEY, "must be base64 of 32 bytes");
    }
    return key;
  }

  private static int decodedLength(String base64) {
    try {
      return Base64.getDecoder().decode(base64).length;
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  @Override
  public String toString() {
    return "StoreConfig[" + directory + "]";
  }
}
