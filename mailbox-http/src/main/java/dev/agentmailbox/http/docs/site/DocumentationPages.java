package dev.agentmailbox.http.docs.site;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.docs.DocsAssets;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the documentation. A page is read and rendered on its first request and kept; there are as
 * many as files in the jar. The Markdown library is loaded by the first request. Thread safe.
 */
public final class DocumentationPages {
  /** A page has one style sheet of this origin and pictures; it runs nothing. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private static final Field<String> FOLDER = Field.path("folder", "The folder.");
  private static final Field<String> PAGE = Field.path("page", "The page or file.");

  private final String root;
  private final DocsAssets assets;
  private final Supplier<Optional<String>> console;
  private final Map<String, StaticFile> pages = new ConcurrentHashMap<>();
  private @Nullable SiteRenderer renderer;

  /**
   * The pages.
   *
   * @param root path of the documentation, without a trailing slash
   * @param console path of the console, when this server has one
   */
  public DocumentationPages(String root, DocsAssets assets, Supplier<Optional<String>> console) {
    this.root = root;
    this.assets = assets;
    this.console = console;
  }

  /** The rows. */
  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>(pages());
    if (!root.isEmpty()) {
      rows.add(withSlash("documentationSlash", "").handledBy(call -> withoutSlash("")));
    }
    rows.add(
        withSlash("documentationPageSlash", "/{page}")
            .field(PAGE)
            .handledBy(call -> withoutSlash(call.get(PAGE))));
    rows.add(
        withSlash("documentationPageInFolderSlash", "/{folder}/{page}")
            .field(FOLDER)
            .field(PAGE)
            .handledBy(call -> withoutSlash(call.get(FOLDER) + '/' + call.get(PAGE))));
    return rows;
  }

  private List<Operation> pages() {
    return List.of(
        row("documentation", root.isEmpty() ? "/" : root).handledBy(call -> reply(call, "")),
        row("documentationPage", root + "/{page}")
            .field(PAGE)
            .handledBy(call -> reply(call, call.get(PAGE))),
        row("documentationPageInFolder", root + "/{folder}/{page}")
            .field(FOLDER)
            .field(PAGE)
            .handledBy(call -> reply(call, call.get(FOLDER) + '/' + call.get(PAGE))));
  }

  private static OperationBuilder row(String id, String path) {
    return StaticFile.operation(id, path, "A page of the documentation.");
  }

  private OperationBuilder withSlash(String id, String path) {
    return Operation.get(id, root + path + '/')
        .access(AccessRule.PUBLIC)
        .hidden()
        .ignoringUnknownQuery()
        .answer(ResponseSpec.other(308, StaticFile.HTML, "Redirect to the page."));
  }

  /** The redirect from the address of a page with a slash at its end, which people type. */
  private Response withoutSlash(String address) {
    if (SiteFiles.page(address).isEmpty()) {
      throw MailboxException.notFound("path");
    }
    return Response.status(308).with("Location", address.isEmpty() ? root : root + '/' + address);
  }

  private Response reply(Request call, String address) {
    return find(address)
        .orElseThrow(() -> MailboxException.notFound("path"))
        .reply(call)
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer");
  }

  private Optional<StaticFile> find(String address) {
    StaticFile known = pages.get(address);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<StaticFile> made =
        SiteFiles.page(address)
            .map(file -> renderer().html(file, address).getBytes(StandardCharsets.UTF_8))
            .map(html -> new StaticFile(StaticFile.HTML, html))
            .or(
                () ->
                    SiteFiles.type(address)
                        .map(type -> new StaticFile(type, SiteFiles.file(address))));
    made.ifPresent(file -> pages.put(address, file));
    return made;
  }

  private synchronized SiteRenderer renderer() {
    SiteRenderer known = renderer;
    if (known == null) {
      known = new SiteRenderer(root, assets, console.get());
      renderer = known;
    }
    return known;
  }
}
