package dev.agentmailbox.http.docs;

import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.StaticFile;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Serves the reference: Redoc over {@code /v0/openapi.json}. Read on first request. Thread safe.
 */
public final class ReferencePage {
  /** Where it is, below the path of the documentation. */
  public static final String PLACE = "/reference";

  /**
   * Redoc creates its style sheets in the page; the page shows nothing but the description of this
   * server. Everything else is from this origin.
   */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private final String root;
  private final DocsAssets assets;
  private @Nullable StaticFile made;

  /**
   * The page.
   *
   * @param root path of the documentation, without a trailing slash
   */
  public ReferencePage(String root, DocsAssets assets) {
    this.root = root;
    this.assets = assets;
  }

  /** The row. */
  public Operation row() {
    return StaticFile.operation("reference", root + PLACE, "The reference.").handledBy(this::page);
  }

  private Response page(Request call) {
    return file()
        .reply(call)
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer");
  }

  private synchronized StaticFile file() {
    StaticFile known = made;
    if (known == null) {
      known = load();
      made = known;
    }
    return known;
  }

  private StaticFile load() {
    byte[] template = StaticFile.read(ReferencePage.class, "redoc/index.html");
    String page =
        new String(template, StandardCharsets.UTF_8)
            .replace("@STYLE@", assets.address("reference.css"))
            .replace("@SCRIPT@", assets.address("redoc.standalone.js"))
            .replace("@DOCS@", root.isEmpty() ? "/" : root)
            .replace("@ERRORS@", root + "/errors");
    return new StaticFile(StaticFile.HTML, page.getBytes(StandardCharsets.UTF_8));
  }
}
