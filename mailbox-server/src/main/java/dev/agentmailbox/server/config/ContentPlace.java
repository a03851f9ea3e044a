package dev.agentmailbox.server.config;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.BucketAddress;
import java.nio.file.Path;

/** Location of raw messages when everything else is in PostgreSQL. */
public sealed interface ContentPlace {
  /** In the database. */
  record InDatabase() implements ContentPlace {}

  /** In a directory shared by all servers. */
  record InDirectory(Path path) implements ContentPlace {}

  /** In a bucket of an S3-compatible service. */
  record InBucket(BucketAddress address) implements ContentPlace {}

  /** Prefix of a directory path. */
  String DIRECTORY = "directory:";

  /** Prefix of a bucket URL. */
  String BUCKET = "s3:";

  /**
   * Reads {@code database}, {@code directory:/path} or {@code s3:https://host/bucket}.
   *
   * @throws ConfigException for anything else; the message does not quote it
   */
  static ContentPlace parse(String text, String accessKey, String secretKey) {
    if (text.equals("database")) {
      return new InDatabase();
    }
    if (text.startsWith(DIRECTORY) && text.length() > DIRECTORY.length()) {
      return new InDirectory(
          SettingValues.path(Setting.MAILBOX_CONTENT, text.substring(DIRECTORY.length())));
    }
    if (!text.startsWith(BUCKET)) {
      throw new ConfigException(
          "MAILBOX_CONTENT must be database, directory:/path or"
              + " s3:https://host/bucket?region=name");
    }
    try {
      return new InBucket(
          BucketAddress.parse(text.substring(BUCKET.length()), accessKey, secretKey));
    } catch (StoreException e) {
      throw new ConfigException(
          "MAILBOX_CONTENT: "
              + e.getMessage()
              + ": MAILBOX_S3_ACCESS_KEY and MAILBOX_S3_SECRET_KEY");
    }
  }
}
