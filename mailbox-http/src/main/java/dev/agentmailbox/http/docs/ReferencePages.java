package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the reference: Redoc over {@code /v0/openapi.json}, and the list of error codes that
 * problem documents link to. Files are read on first request. Thread safe.
 */
public final class ReferencePages {
  /**
   * Redoc creates its style sheets in the page; the page shows nothing but the description of this
   * server. Everything else is from this origin.
   */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  /** The list of errors has one style sheet in the page and loads nothing. */
  static final String ERRORS_SECURITY_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final String DESCRIPTION = "A file of the reference.";
  private static final String PAGE = "index.html";
  private static final String ERRORS = "errors";
  private static final Map<String, String> TYPES =
      Map.of(
          "redoc.standalone.js", "text/javascript; charset=utf-8",
          "reference.css", "text/css; charset=utf-8");
  private static final Field<String> VERSION = Field.path("version", "Hash of the script.");
  private static final Field<String> FILE = Field.path("file", "The file.");

  private final String path;
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /**
   * The pages.
   *
   * @param docsPath where the reference is, for example {@code /docs}
   */
  public ReferencePages(String docsPath) {
    path = docsPath.equals("/") ? "" : docsPath;
  }

  /** The rows. */
  public List<Operation> rows() {
    return List.of(
        StaticFile.operation("reference", path.isEmpty() ? "/" : path, DESCRIPTION)
            .handledBy(call -> page(call, PAGE, CONTENT_SECURITY_POLICY)),
        StaticFile.operation("errorReference", path + "/" + ERRORS, DESCRIPTION)
            .handledBy(call -> page(call, ERRORS, ERRORS_SECURITY_POLICY)),
        StaticFile.operation("referenceAsset", path + "/assets/{version}/{file}", DESCRIPTION)
            .access(AccessRule.FILE)
            .field(VERSION)
            .field(FILE)
            .handledBy(this::asset));
  }

  private Response page(Request call, String name, String policy) {
    return file(name)
        .reply(call)
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", policy)
        .with("Referrer-Policy", "no-referrer");
  }

  private Response asset(Request call) {
    String name = call.get(FILE);
    if (!TYPES.containsKey(name) || !call.get(VERSION).equals(version())) {
      throw MailboxException.notFound("path");
    }
    return file(name).reply(call).with("Cache-Control", "public, max-age=31536000, immutable");
  }

  /** Changes with any of the files. */
  private String version() {
    String tags = file("redoc.standalone.js").tag() + file("reference.css").tag();
    return Sha256.hex(tags).substring(0, 16);
  }

  private StaticFile file(String name) {
    StaticFile known = files.get(name);
    if (known == null) {
      known = load(name);
      files.put(name, known);
    }
    return known;
  }

  private StaticFile load(String name) {
    String type = TYPES.get(name);
    if (type != null) {
      return new StaticFile(type, read(name));
    }
    String page =
        name.equals(ERRORS)
            ? ErrorPage.html()
            : new String(read(name), StandardCharsets.UTF_8)
                .replace("@ASSETS@", path + "/assets/" + version())
                .replace("@DOCS@", path);
    return new StaticFile(StaticFile.HTML, page.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] read(String name) {
    return StaticFile.read(ReferencePages.class, "redoc/" + name);
  }
}
