package dev.agentmailbox.server.config;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.BucketAddress;
import java.nio.file.Path;

/** Where raw messages are kept when the rest is in PostgreSQL. */
public sealed interface ContentPlace {
  /** Beside everything else. */
  record InDatabase() implements ContentPlace {}

  /** In a directory that every server sees. */
  record InDirectory(Path path) implements ContentPlace {}

  /** In a bucket of an S3-compatible service. */
  record InBucket(BucketAddress address) implements ContentPlace {}

  /** Before the path of a directory. */
  String DIRECTORY = "directory:";

  /** Before the address of a bucket. */
  String BUCKET = "s3:";

  /**
   * Reads {@code database}, {@code directory:/path} or {@code s3:https://host/bucket}.
   *
   * @throws ConfigException it is none of them; quotes nothing of it
   */
  static ContentPlace parse(String text, String accessKey, String secretKey) {
    if (text.equals("database")) {
      return new InDatabase();
    }
    if (text.startsWith(DIRECTORY) && text.length() > DIRECTORY.length()) {
      return new InDirectory(Path.of(text.substring(DIRECTORY.length())));
    }
    if (!text.startsWith(BUCKET)) {
      throw new ConfigException(
          "MAILBOX_CONTENT must be database, directory:/path or s3:https://host/bucket?region=name");
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
