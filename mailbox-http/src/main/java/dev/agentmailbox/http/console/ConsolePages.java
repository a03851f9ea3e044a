package dev.agentmailbox.http.console;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.StaticFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Serves the console from memory: one HTML page, its modules and its style sheet. Every console
 * route returns the page, which then renders the route. Asset URLs contain a hash of the files, so
 * browsers cache them for good. Thread safe.
 */
public final class ConsolePages {
  /** The row of the page. */
  public static final String ID = "console";

  /** Scripts and styles from this origin only; nothing inline. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

  private static final String PAGE = "index.html";
  private static final String DESCRIPTION = "A file of the console.";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final List<String> FILES =
      List.of(
          "agents.js",
          "api.js",
          "app.js",
          "approvals.js",
          "chart.js",
          "components.js",
          "dom.js",
          "drafts.js",
          "entries.js",
          "frame.css",
          "grants.js",
          "held.js",
          "icons.js",
          "inboxes.js",
          "keys.js",
          "lists.js",
          "mail.css",
          "members.js",
          "message.js",
          "nav.js",
          "overview.js",
          "parts.css",
          "passkeys.js",
          "platform.js",
          "policy.js",
          "review.js",
          "sends.js",
          "signin.js",
          "stranger.js",
          "style.css",
          "thread.js",
          "threads.js",
          "tokens.css",
          "usage.js",
          "webhooks.js",
          "write.js");

  private static final Field<String> VERSION = Field.path("version", "Hash of all files.");
  private static final Field<String> FILE = Field.path("file", "The file.");

  private final String path;
  private final String version;
  private final Map<String, StaticFile> assets = new LinkedHashMap<>();

  private ConsolePages(String path, String docsUrl) {
    this.path = path;
    for (String file : FILES) {
      assets.put(file, new StaticFile(file.endsWith(".css") ? STYLE : SCRIPT, read(file)));
    }
    String tags = assets.values().stream().map(StaticFile::tag).collect(Collectors.joining());
    version = Sha256.hex(tags).substring(0, 16);
    String preloads =
        FILES.stream()
            .filter(file -> file.endsWith(".js") && !file.equals("app.js"))
            .map(
                file -> "<link rel=\"modulepreload\" href=\"assets/" + version + "/" + file + "\">")
            .collect(Collectors.joining("\n"));
    String page =
        new String(read(PAGE), StandardCharsets.UTF_8)
            .replace("@APP_PATH@", path)
            .replace("@DOCS_URL@", docsUrl)
            .replace("@VERSION@", version)
            .replace("@PRELOADS@", preloads);
    assets.put(PAGE, new StaticFile(StaticFile.HTML, page.getBytes(StandardCharsets.UTF_8)));
  }

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
    return new ConsolePages(trimmed, docsUrl).rows();
  }

  private List<Operation> rows() {
    return List.of(
        StaticFile.operation(ID, path, DESCRIPTION).handledBy(call -> page(call)),
        StaticFile.operation("consolePlace", path + "/{rest...}", DESCRIPTION)
            .handledBy(call -> page(call)),
        StaticFile.operation("consoleAsset", path + "/assets/{version}/{file}", DESCRIPTION)
            .access(AccessRule.FILE)
            .field(VERSION)
            .field(FILE)
            .handledBy(this::asset));
  }

  private Response page(Request call) {
    return reply(call, PAGE)
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin");
  }

  private Response asset(Request call) {
    String file = call.get(FILE);
    if (file.equals(PAGE) || !assets.containsKey(file) || !call.get(VERSION).equals(version)) {
      throw MailboxException.notFound("path");
    }
    return reply(call, file).with("Cache-Control", "public, max-age=31536000, immutable");
  }

  private Response reply(Request call, String file) {
    StaticFile asset = assets.get(file);
    if (asset == null) {
      throw new IllegalStateException(file + " is missing");
    }
    return asset.reply(call);
  }

  private static byte[] read(String file) {
    return StaticFile.read(ConsolePages.class, "/dev/agentmailbox/http/console/" + file);
  }
}
