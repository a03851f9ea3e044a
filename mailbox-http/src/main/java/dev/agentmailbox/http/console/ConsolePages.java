package dev.agentmailbox.http.console;

import dev.agentmailbox.http.table.Assets;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.StaticFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Serves the console from memory: one HTML page, its modules and its style sheets. Every console
 * route returns the page, which then renders the route. Stateless.
 */
public final class ConsolePages {
  /** The row of the page. */
  public static final String ID = "console";

  /** Scripts and styles from this origin only; nothing inline. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

  private static final String PAGE = "index.html";
  private static final String DESCRIPTION = "A file of the console.";
  private static final Pattern ASSET =
      Pattern.compile("\"assets/@VERSION@/([a-z]+\\.(?:js|css|svg|webmanifest))\"");

  /** The style sheet of shown mail, which a script names. */
  private static final String MAIL_STYLE = "frame.css";

  /** The service worker; it is for the whole console, and so not among the assets. */
  private static final String WORKER = "sw.js";

  /** It asks this origin only. */
  private static final String WORKER_POLICY = "default-src 'none'; connect-src 'self'";

  private ConsolePages() {}

  /**
   * The rows.
   *
   * @param appUrl URL of the console; must have a non-empty path
   * @param docsUrl URL of the documentation
   */
  public static List<Operation> rows(String appUrl, String docsUrl) {
    String path = URI.create(appUrl).getRawPath();
    String trimmed = path == null ? "" : path;
    while (trimmed.endsWith("/")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    if (trimmed.isEmpty()) {
      throw new IllegalArgumentException("the console needs a path, for example /console");
    }
    Assets assets = new Assets(trimmed + "/assets", ConsolePages.class, files());
    StaticFile page =
        StaticFile.of(
            ConsolePages.class,
            PAGE,
            Map.of("@APP_PATH@", trimmed, "@DOCS_URL@", docsUrl, "@VERSION@", assets.version()));
    StaticFile worker = StaticFile.of(ConsolePages.class, WORKER, Map.of());
    Handler shown =
        call ->
            page.page(call, CONTENT_SECURITY_POLICY)
                .with("Cross-Origin-Opener-Policy", "same-origin");
    return List.of(
        StaticFile.operation(ID, trimmed, DESCRIPTION).handledBy(shown),
        StaticFile.operation("consoleWorker", trimmed + "/" + WORKER, DESCRIPTION)
            .handledBy(call -> worker.page(call, WORKER_POLICY)),
        StaticFile.operation("consolePlace", trimmed + "/{rest...}", DESCRIPTION).handledBy(shown),
        assets.row("consoleAsset"));
  }

  /** The files that the page names. */
  private static List<String> files() {
    String page = new String(StaticFile.read(ConsolePages.class, PAGE), StandardCharsets.UTF_8);
    return Stream.concat(
            ASSET.matcher(page).results().map(found -> found.group(1)), Stream.of(MAIL_STYLE))
        .toList();
  }
}
