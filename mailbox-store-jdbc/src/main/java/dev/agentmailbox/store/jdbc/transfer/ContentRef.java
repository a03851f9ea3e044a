package dev.agentmailbox.store.jdbc.transfer;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * That something names a content, with what it says of it.
 *
 * @param size in bytes; null when it is not said
 * @param sha256 null when it is not said
 */
record ContentRef(String contentKey, @Nullable Long size, @Nullable String sha256) {
  private static final String SIZE = "size";
  private static final String SHA256 = "sha256";

  /** What a row of any table, or a line of a list of contents, says. */
  static Optional<ContentRef> of(byte[] line) {
    JsonNode row = TransferJson.read(line);
    JsonNode key = row.path(Table.CONTENT_KEY);
    if (!key.isString() || key.stringValue().isEmpty()) {
      return Optional.empty();
    }
    JsonNode details = details(row);
    JsonNode size = row.has(SIZE) ? row.path(SIZE) : details.path(SIZE);
    JsonNode hash = row.has(SHA256) ? row.path(SHA256) : details.path("contentHash");
    return Optional.of(
        new ContentRef(
            key.stringValue(),
            size.isNumber() ? size.longValue() : null,
            hash.isString() ? hash.stringValue() : null));
  }

  private static JsonNode details(JsonNode row) {
    JsonNode details = row.path("details");
    return details.isString()
        ? TransferJson.read(details.stringValue().getBytes(StandardCharsets.UTF_8))
        : details;
  }

  /** Both together. */
  ContentRef and(ContentRef other) {
    return new ContentRef(
        contentKey, size == null ? other.size : size, sha256 == null ? other.sha256 : sha256);
  }
}
