package dev.agentmailbox.http.table;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scripts and style sheets of pages. Their address contains a hash of all of them, so browsers
 * cache them for good. Read on first use. Thread safe.
 */
public final class Assets {
  private static final Field<String> VERSION = Field.path("version", "Hash of all files.");
  private static final Field<String> FILE = Field.path("file", "The file.");

  private final String path;
  private final List<String> resources;
  private final Class<?> beside;
  private @Nullable Loaded loaded;

  private record Loaded(String version, Map<String, StaticFile> files) {}

  /**
   * Files with different names.
   *
   * @param path below which they are served, without a trailing slash
   * @param resources of the jar, absolute or beside that class
   */
  public Assets(String path, Class<?> beside, List<String> resources) {
    this.path = path;
    this.beside = beside;
    this.resources = List.copyOf(resources);
  }

  /** The row that serves them. */
  public Operation row(String id) {
    return StaticFile.operation(id, path + "/{version}/{file}", "A script or style sheet.")
        .access(AccessRule.FILE)
        .field(VERSION)
        .field(FILE)
        .handledBy(this::asset);
  }

  /** The hash in their address. */
  public String version() {
    return loaded().version();
  }

  private Response asset(Request call) {
    StaticFile file = loaded().files().get(call.get(FILE));
    if (file == null || !call.get(VERSION).equals(version())) {
      throw MailboxException.notFound("path");
    }
    return file.reply(call).with("Cache-Control", "public, max-age=31536000, immutable");
  }

  private synchronized Loaded loaded() {
    Loaded known = loaded;
    if (known == null) {
      known = load();
      loaded = known;
    }
    return known;
  }

  private Loaded load() {
    Map<String, StaticFile> files = new LinkedHashMap<>();
    for (String resource : resources) {
      files.put(resource.substring(resource.lastIndexOf('/') + 1), StaticFile.of(beside, resource));
    }
    String tags = files.values().stream().map(StaticFile::tag).collect(Collectors.joining());
    return new Loaded(Sha256.hex(tags).substring(0, 16), files);
  }
}
