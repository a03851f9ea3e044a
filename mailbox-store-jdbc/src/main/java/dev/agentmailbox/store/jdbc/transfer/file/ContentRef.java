package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.port.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A reference to a content, with its recorded properties.
 *
 * @param size in bytes; null when unknown
 * @param sha256 null when unknown
 */
public record ContentRef(String contentKey, @Nullable Long size, @Nullable String sha256) {
  private static final String SIZE = "size";
  private static final String SHA256 = "sha256";

  /**
   * Parses a row of a table or a line of a list.
   *
   * @param damages receives unreadable details; the reference itself still counts
   */
  public static Optional<ContentRef> of(String table, byte[] line, Consumer<Damage> damages) {
    JsonNode row = TransferJson.read(line);
    JsonNode key = row.path(Table.CONTENT_KEY);
    if (!key.isString() || key.stringValue().isEmpty()) {
      return Optional.empty();
    }
    JsonNode details =
        details(row)
            .orElseGet(
                () -> {
                  damages.accept(
                      new Damage(
                          "table " + table,
                          "the details of a row that refers to the content "
                              + key.stringValue()
                              + " cannot be read"));
                  return MissingNode.getInstance();
                });
    JsonNode size = row.has(SIZE) ? row.path(SIZE) : details.path(SIZE);
    JsonNode hash = row.has(SHA256) ? row.path(SHA256) : details.path("contentHash");
    return Optional.of(
        new ContentRef(
            key.stringValue(),
            size.isNumber() ? size.longValue() : null,
            hash.isString() ? hash.stringValue() : null));
  }

  /** Empty when they are not valid JSON. */
  private static Optional<JsonNode> details(JsonNode row) {
    JsonNode details = row.path("details");
    if (!details.isString()) {
      return Optional.of(details);
    }
    try {
      return Optional.of(TransferJson.read(details.stringValue().getBytes(StandardCharsets.UTF_8)));
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /** Merges two references. */
  public ContentRef and(ContentRef other) {
    return new ContentRef(
        contentKey, size == null ? other.size : size, sha256 == null ? other.sha256 : sha256);
  }
}
