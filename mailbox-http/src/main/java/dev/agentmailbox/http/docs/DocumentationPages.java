package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Assets;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.StaticFile;
import dev.agentmailbox.http.table.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Serves the documentation, which the build has rendered into the jar, and the reference: Redoc
 * over {@code /v0/openapi.json}. A file is read on its first request and kept; there are as many as
 * in the jar. Thread safe.
 */
public final class DocumentationPages {
  /** A page has style sheets, pictures and one script of this origin, which reads an index. */
  public static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  /**
   * Redoc creates its style sheets in the page; the page shows nothing but the description of this
   * server. Everything else is from this origin.
   */
  private static final String REFERENCE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private static final List<String> ASSETS =
      List.of(
          "redoc/redoc.standalone.js",
          "redoc/reference.js",
          "redoc/samples.js",
          "redoc/reference.css",
          "site/site.css",
          "site/site.js",
          "site/search.js",
          "site/search.json",
          "/dev/agentmailbox/http/console/tokens.css");

  /** The address of a page or of another file; it leads nowhere else. */
  private static final Pattern ADDRESS =
      Pattern.compile("[a-z0-9-]+(?:\\.md)?|[a-z0-9-]+/[a-z0-9-]+(?:\\.(?:md|png|json|yml))?");

  private static final String HTML = ".html";

  /** Files in which addresses of this server are written. */
  private static final List<String> WITH_WORDS = List.of(HTML, ".md", ".txt");

  /** Files for models, at the root of the server, where they look for them. */
  private static final List<String> FOR_MODELS = List.of("llms.txt", "llms-full.txt", "skill.md");

  private static final Field<String> FOLDER = Field.path("folder", "The folder.");
  private static final Field<String> PAGE = Field.path("page", "The page or file.");

  private final String baseUrl;
  private final String url;
  private final String root;
  private final Assets assets;
  private final Supplier<Optional<String>> console;
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /**
   * The pages.
   *
   * @param baseUrl of the service, without a trailing slash
   * @param url of the documentation, without a trailing slash
   * @param root its path
   * @param console path of the console, when this server has one
   */
  public DocumentationPages(
      String baseUrl, String url, String root, Supplier<Optional<String>> console) {
    this.baseUrl = baseUrl;
    this.url = url;
    this.root = root;
    this.console = console;
    assets = new Assets(root + "/assets", DocumentationPages.class, ASSETS);
  }

  /** The rows. */
  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    rows.add(assets.row("documentationAsset"));
    rows.add(
        StaticFile.operation("reference", root + "/reference", "The reference.")
            .handledBy(call -> file("redoc/index.html").page(call, REFERENCE_POLICY)));
    for (String name : FOR_MODELS) {
      rows.add(
          StaticFile.operation(name.replaceAll("\\W", "_"), "/" + name, "A file for models.")
              .handledBy(call -> file("site/" + name).page(call, CONTENT_SECURITY_POLICY)));
    }
    addRows(rows, "documentation", root, List.of());
    addRows(rows, "documentationPage", root + "/{page}", List.of(PAGE));
    addRows(rows, "documentationPageInFolder", root + "/{folder}/{page}", List.of(FOLDER, PAGE));
    return rows;
  }

  private void addRows(List<Operation> rows, String id, String path, List<Field<?>> fields) {
    rows.add(
        StaticFile.operation(id, path.isEmpty() ? "/" : path, "A page of the documentation.")
            .fields(fields)
            .handledBy(call -> page(call, address(call))));
    if (!path.isEmpty()) {
      rows.add(
          Operation.get(id + "Slash", path + '/')
              .access(AccessRule.PUBLIC)
              .with(Trait.HIDDEN, Trait.IGNORES_UNKNOWN_QUERY)
              .fields(fields)
              .answer(ResponseSpec.other(308, StaticFile.HTML, "Redirect to the page."))
              .handledBy(call -> withoutSlash(address(call))));
    }
  }

  private static String address(Request call) {
    return call.operation().parameters().stream()
        .filter(field -> field == FOLDER || field == PAGE)
        .map(field -> (String) call.get(field))
        .collect(Collectors.joining("/"));
  }

  /** The redirect from the address of a page with a slash at its end, which people type. */
  private Response withoutSlash(String address) {
    if (resource(address).filter(resource -> resource.endsWith(HTML)).isEmpty()) {
      throw MailboxException.notFound("path");
    }
    return Response.status(308).with("Location", address.isEmpty() ? root : root + '/' + address);
  }

  private Response page(Request call, String address) {
    String resource = resource(address).orElseThrow(() -> MailboxException.notFound("path"));
    return file(resource).page(call, CONTENT_SECURITY_POLICY);
  }

  /** The file of the jar at an address below the root. */
  private static Optional<String> resource(String address) {
    if (address.isEmpty()) {
      return Optional.of("site/index.html");
    }
    return Optional.of(address)
        .filter(ADDRESS.asMatchPredicate())
        .map(path -> "site/pages/" + (path.indexOf('.') < 0 ? path + HTML : path))
        .filter(resource -> DocumentationPages.class.getResource(resource) != null);
  }

  private StaticFile file(String resource) {
    return files.computeIfAbsent(
        resource,
        name ->
            WITH_WORDS.stream().anyMatch(name::endsWith)
                ? StaticFile.of(DocumentationPages.class, name, words())
                : StaticFile.of(DocumentationPages.class, name));
  }

  /** What the pages have in place of the addresses of this server. */
  private Map<String, String> words() {
    return Map.of(
        "@ROOT@",
        root,
        "@INDEX@",
        root.isEmpty() ? "/" : root,
        "@BASE@",
        baseUrl,
        "@URL@",
        url,
        "@VERSION@",
        assets.version(),
        "@CONSOLE@",
        console.get().map("<a href=\"%s\">Console</a>\n"::formatted).orElse(""));
  }
}
