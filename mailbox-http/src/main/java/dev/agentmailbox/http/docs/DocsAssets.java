package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.StaticFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The scripts and style sheets of the documentation and the reference. The address of each contains
 * a hash of it, so browsers cache it for good. Read on first request. Thread safe.
 */
public final class DocsAssets {
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  private record Source(String type, String resource) {}

  private static final Map<String, Source> SOURCES =
      Map.of(
          "redoc.standalone.js", new Source(SCRIPT, "redoc/redoc.standalone.js"),
          "reference.css", new Source(STYLE, "redoc/reference.css"),
          "site.css", new Source(STYLE, "site/site.css"),
          "tokens.css", new Source(STYLE, "/dev/agentmailbox/http/console/tokens.css"));
  private static final Pattern QUOTING = Pattern.compile("[^0-9a-f]");
  private static final Field<String> VERSION = Field.path("version", "Hash of the file.");
  private static final Field<String> FILE = Field.path("file", "The file.");

  private final String path;
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /**
   * The files.
   *
   * @param root path of the documentation, without a trailing slash
   */
  public DocsAssets(String root) {
    path = root + "/assets/";
  }

  /** The row that serves them. */
  public Operation row() {
    return StaticFile.operation(
            "documentationAsset", path + "{version}/{file}", "A file of the documentation.")
        .access(AccessRule.FILE)
        .field(VERSION)
        .field(FILE)
        .handledBy(this::asset);
  }

  /** The address of a file, which changes with its content. */
  public String address(String name) {
    return path + version(file(name)) + '/' + name;
  }

  private Response asset(Request call) {
    String name = call.get(FILE);
    if (!SOURCES.containsKey(name) || !call.get(VERSION).equals(version(file(name)))) {
      throw MailboxException.notFound("path");
    }
    return file(name).reply(call).with("Cache-Control", "public, max-age=31536000, immutable");
  }

  private static String version(StaticFile file) {
    return QUOTING.matcher(file.tag()).replaceAll("");
  }

  private StaticFile file(String name) {
    return files.computeIfAbsent(name, DocsAssets::load);
  }

  private static StaticFile load(String name) {
    Source source = SOURCES.get(name);
    if (source == null) {
      throw new IllegalArgumentException(name);
    }
    return new StaticFile(source.type(), StaticFile.read(DocsAssets.class, source.resource()));
  }
}
