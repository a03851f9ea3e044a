package dev.agentmailbox.http.docs;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.problem.ProblemCatalog;
import dev.agentmailbox.http.shape.Components;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.ResponseSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates the reference as one HTML page without scripts: operations, objects and error codes,
 * each with an anchor. Built once at start.
 */
public final class ReferencePage {
  /** The page has one inline style sheet and loads nothing. */
  public static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final StringBuilder page = new StringBuilder(64 * 1024);
  private final Components components = Components.openApi();

  private ReferencePage() {}

  /** The HTML of the page. */
  public static String of(OperationTable table, String baseUrl) {
    ReferencePage reference = new ReferencePage();
    reference.build(table, baseUrl);
    return reference.page.toString();
  }

  private void build(OperationTable table, String baseUrl) {
    Map<String, List<Operation>> groups =
        table.rows().stream()
            .filter(Operation::isDocumented)
            .collect(
                Collectors.groupingBy(
                    Operation::tag, () -> new TreeMap<>(TagTexts.order()), Collectors.toList()));
    page.append(ReferenceTexts.head());
    navigation(groups);
    page.append("<main>").append(ReferenceTexts.introduction(baseUrl));
    groups.forEach(this::group);
    objects();
    errors();
    page.append("</main></body></html>\n");
  }

  private void navigation(Map<String, List<Operation>> groups) {
    page.append("<nav><strong>Agent Mailbox</strong><ul><li><a href=\"#start\">Start</a></li>");
    for (String tag : groups.keySet()) {
      page.append("<li><a href=\"#").append(anchor(tag)).append("\">");
      page.append(Html.escape(tag)).append("</a></li>");
    }
    page.append("<li><a href=\"#objects\">Objects</a></li>");
    page.append("<li><a href=\"#errors\">Errors</a></li></ul></nav>\n");
  }

  private void group(String tag, List<Operation> rows) {
    page.append("<section id=\"").append(anchor(tag)).append("\"><h2>");
    page.append(Html.escape(tag)).append("</h2>\n");
    page.append("<p>").append(Html.escape(TagTexts.of(tag))).append("</p>\n");
    rows.forEach(this::operation);
    page.append("</section>\n");
  }

  private void operation(Operation row) {
    page.append("<article id=\"").append(row.id()).append("\"><h3><span class=\"m ");
    page.append(row.method().name().toLowerCase(Locale.ROOT)).append("\">").append(row.method());
    page.append("</span> <code>").append(Html.escape(row.path().text())).append("</code></h3>");
    page.append("<p>").append(Html.escape(row.summary())).append("</p>");
    if (!row.description().isEmpty()) {
      page.append("<p>").append(Html.escape(row.description())).append("</p>");
    }
    facts(row);
    fields("Path", row, ParameterLocation.PATH);
    fields("Query", row, ParameterLocation.QUERY);
    fields("Headers", row, ParameterLocation.HEADER);
    if (row.hasBody()) {
      table("Body", row.body().fields());
    }
    answers(row);
    page.append("</article>\n");
  }

  private void facts(Operation row) {
    page.append("<p class=\"facts\">");
    page.append(
        switch (row.access()) {
          case PUBLIC, FILE -> "No key needed.";
          case HUMAN -> "Humans only: API keys are refused with <code>human_required</code>.";
          case KEY, BOTH -> "API key.";
        });
    for (Permission permission : row.permissions()) {
      page.append(" Permission <code>").append(permission.wireName()).append("</code>.");
    }
    if (row.requiresIdempotencyKey()) {
      page.append(" <code>Idempotency-Key</code> required.");
    }
    row.tool().ifPresent(tool -> page.append(" MCP tool <code>").append(tool).append("</code>."));
    if (row.refusal().isPresent()) {
      page.append(" Not offered.");
    }
    page.append("</p>");
  }

  private void fields(String title, Operation row, ParameterLocation place) {
    List<Field<?>> fields =
        row.parameters().stream().filter(field -> field.place() == place).toList();
    if (!fields.isEmpty()) {
      table(title, fields);
    }
  }

  private void table(String title, List<Field<?>> fields) {
    page.append("<table><caption>").append(title).append("</caption>");
    for (Field<?> field : fields) {
      page.append("<tr><td><code>").append(Html.escape(field.name())).append("</code>");
      page.append(field.isRequired() ? "<b title=\"required\">*</b>" : "").append("</td><td>");
      page.append(type(field.shape().schema(components))).append("</td><td>");
      page.append(Html.escape(field.description())).append("</td></tr>");
    }
    page.append("</table>");
  }

  /** A short name of a schema. */
  private String type(ObjectNode schema) {
    JsonNode reference = schema.get("$ref");
    if (reference != null) {
      String name = reference.stringValue();
      name = name.substring(name.lastIndexOf('/') + 1);
      return "<a href=\"#object-" + name + "\">" + name + "</a>";
    }
    if (schema.get("enum") != null) {
      return schema
          .get("enum")
          .valueStream()
          .map(value -> "<code>" + Html.escape(value.stringValue()) + "</code>")
          .collect(Collectors.joining(" "));
    }
    if (schema.get("items") instanceof ObjectNode items) {
      return "list of " + type(items);
    }
    if (schema.get("oneOf") != null) {
      return "string or list of strings";
    }
    JsonNode format = schema.get("format");
    if (format != null) {
      return format.stringValue().equals("date-time") ? "timestamp" : format.stringValue();
    }
    if (schema.get("contentEncoding") != null) {
      return "base64";
    }
    String type = schema.get("type") == null ? "object" : schema.get("type").stringValue();
    return Html.escape(type + range(schema));
  }

  private static String range(ObjectNode schema) {
    JsonNode min = schema.has("minimum") ? schema.get("minimum") : schema.get("minLength");
    JsonNode max = schema.has("maximum") ? schema.get("maximum") : schema.get("maxLength");
    if (max == null) {
      return "";
    }
    return min == null ? ", at most " + max : ", " + min + " to " + max;
  }

  private void answers(Operation row) {
    for (ResponseSpec answer : row.answers()) {
      page.append("<p class=\"answer\"><code>").append(answer.status()).append("</code> ");
      page.append(Html.escape(answer.description()));
      if (answer.shape() != null) {
        ObjectNode schema = answer.shape().schema(components);
        page.append(" ").append(type(schema));
        if (answer.shape() instanceof ObjectShape object && object.name().isEmpty()) {
          page.append("</p>");
          table("Answer", object.fields());
          continue;
        }
      }
      page.append("</p>");
    }
  }

  private void objects() {
    ProblemShape.shape().schema(components);
    page.append("<section id=\"objects\"><h2>Objects</h2>\n");
    components
        .shapes()
        .forEach(
            (name, shape) -> {
              page.append("<article id=\"object-").append(name).append("\"><h3>");
              page.append(name).append("</h3>");
              table("Fields", shape.fields());
              page.append("</article>\n");
            });
    page.append("</section>\n");
  }

  private void errors() {
    page.append("<section id=\"errors\"><h2>Errors</h2>").append(ReferenceTexts.errors());
    for (ErrorCode code : ErrorCode.values()) {
      ProblemCatalog.Entry entry = ProblemCatalog.of(code);
      page.append("<article id=\"").append(code.wireName()).append("\"><h3><code>");
      page.append(code.wireName()).append("</code> <span class=\"m\">").append(entry.status());
      page.append("</span></h3><p>").append(entry.className()).append(". ");
      page.append(entry.retryable() ? "Retry later." : "Do not retry unchanged.");
      page.append("</p><p>").append(Html.escape(entry.fix())).append("</p></article>\n");
    }
    page.append("</section>\n");
  }

  private static String anchor(String tag) {
    return "group-" + tag.toLowerCase(Locale.ROOT).replace(' ', '-');
  }
}
