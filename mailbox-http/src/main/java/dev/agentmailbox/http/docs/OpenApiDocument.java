package dev.agentmailbox.http.docs;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.http.problem.ProblemCatalog;
import dev.agentmailbox.http.shape.Components;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Generates an OpenAPI 3.1 document from the operation table. Built on first request. */
public final class OpenApiDocument {
  private static final String VERSION_PATH = "/v0";
  private static final String KEY_SCHEME = "apiKey";
  private static final String IDEMPOTENCY_KEY = "#/components/parameters/IdempotencyKey";
  private static final String REQUIRED_IDEMPOTENCY_KEY =
      "#/components/parameters/RequiredIdempotencyKey";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final String OTHERS = "default";

  /** Error statuses that operations name, and when they occur. */
  private static final Map<String, String> STATUSES =
      Map.ofEntries(
          Map.entry("400", "The request is not valid; errors lists every problem."),
          Map.entry("401", "The caller is not identified, or has to step up first."),
          Map.entry("403", "The caller may not do this."),
          Map.entry("404", "The object does not exist or is outside the scope of the key."),
          Map.entry("409", "Conflict with the state of the object or with an earlier request."),
          Map.entry("410", "What the request names is not kept any more."),
          Map.entry("413", "The body or the message is too large."),
          Map.entry("415", "The body is not application/json."),
          Map.entry("422", "A send check refused the message, or a value is not acceptable."),
          Map.entry("423", "A human has locked the thread, or the inbox is paused."),
          Map.entry("429", "Too many requests, or a daily quota is used up."),
          Map.entry("501", "This operation is not offered."),
          Map.entry("503", "The store is unavailable or sending is paused; retry later."),
          Map.entry(OTHERS, "Any other error."));

  private final Components components = Components.openApi();

  /** By name; operations with the same errors share them. */
  private final Map<String, ObjectNode> problems = new TreeMap<>();

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final Examples examples;

  private OpenApiDocument(Examples examples) {
    this.examples = examples;
  }

  /**
   * Builds the document.
   *
   * @param baseUrl the service's address, without {@code /v0}
   */
  public static ObjectNode of(OperationTable table, String baseUrl, String docsUrl) {
    OpenApiDocument document = new OpenApiDocument(new Examples(baseUrl));
    document.head(baseUrl, docsUrl);
    document.tags(table);
    document.paths(table);
    document.components();
    return document.root;
  }

  /** The document as indented JSON. */
  public static String print(ObjectNode document) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
  }

  private void head(String baseUrl, String docsUrl) {
    root.put("openapi", "3.1.0");
    ObjectNode info = root.putObject("info");
    info.put("title", "Agent Mailbox");
    info.put("version", "v0");
    info.put(
        "description",
        "Email inboxes for software agents. Within v0 responses only gain fields: ignore fields"
            + " you do not know. Requests with unknown fields or query parameters are"
            + " refused with validation_error.");
    info.putObject("license").put("name", "Apache 2.0").put("identifier", "Apache-2.0");
    root.putObject("externalDocs").put("url", docsUrl).put("description", "Documentation");
    root.putArray("servers")
        .addObject()
        .put("url", baseUrl + VERSION_PATH)
        .put("description", "This server");
  }

  private void tags(OperationTable table) {
    var tags = root.putArray("tags");
    documented(table).stream()
        .map(Operation::tag)
        .distinct()
        .sorted(TagTexts.order())
        .forEach(tag -> tags.addObject().put("name", tag).put("description", TagTexts.of(tag)));
  }

  private static List<Operation> documented(OperationTable table) {
    return table.rows().stream()
        .filter(row -> row.isDocumented() && row.path().text().startsWith(VERSION_PATH + "/"))
        .toList();
  }

  private void paths(OperationTable table) {
    ObjectNode paths = root.putObject("paths");
    for (Operation row : documented(table)) {
      String path = row.path().text().substring(VERSION_PATH.length());
      ObjectNode item = paths.get(path) instanceof ObjectNode known ? known : paths.putObject(path);
      item.set(row.method().name().toLowerCase(Locale.ROOT), operation(row));
    }
  }

  private ObjectNode operation(Operation row) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("operationId", row.id());
    node.put("summary", row.summary());
    node.put("description", description(row));
    node.putArray("tags").add(row.tag());
    var security = node.putArray("security");
    if (!row.access().isPublic()) {
      security.addObject().putArray(KEY_SCHEME);
    }
    ObjectNode example = examples.of(row).orElseGet(JsonNodeFactory.instance::objectNode);
    parameters(row, node, example.path("parameters"));
    if (row.hasBody()) {
      ObjectNode body = node.putObject("requestBody");
      body.put("required", row.body().fields().stream().anyMatch(Field::isRequired));
      ObjectNode media = body.putObject("content").putObject(ResponseSpec.JSON);
      media.set("schema", row.body().schema(components));
      example.optional("request").ifPresent(given -> media.set("example", given));
    }
    responses(row, node.putObject("responses"), example);
    return node;
  }

  private static String description(Operation row) {
    StringBuilder text = new StringBuilder(row.description());
    if (!row.permissions().isEmpty()) {
      String names =
          row.permissions().stream().map(Permission::wireName).collect(Collectors.joining(", "));
      sentence(text, "Permission: " + names + ".");
    }
    if (row.access() == AccessRule.HUMAN) {
      sentence(text, "Humans only: API keys are refused with human_required.");
    }
    if (row.refusal().isPresent()) {
      sentence(text, "Not offered: every request is refused.");
    }
    return text.isEmpty() ? row.summary() : text.toString();
  }

  private static void sentence(StringBuilder text, String sentence) {
    text.append(text.isEmpty() ? "" : " ").append(sentence);
  }

  private void parameters(Operation row, ObjectNode node, JsonNode given) {
    if (row.parameters().isEmpty() && !row.acceptsIdempotencyKey()) {
      return;
    }
    var parameters = node.putArray("parameters");
    for (Field<?> field : row.parameters()) {
      ObjectNode parameter = parameters.addObject();
      parameter.put("name", field.name());
      parameter.put("in", field.location().name().toLowerCase(Locale.ROOT));
      parameter.put("required", field.isRequired());
      parameter.put("description", field.description());
      ObjectNode schema = field.schema(components);
      schema.remove("description");
      parameter.set("schema", schema);
      if (field.location() == ParameterLocation.QUERY && field.shape().isRepeatable()) {
        parameter.put("style", "form").put("explode", false);
      }
      given.optional(field.name()).ifPresent(value -> parameter.set("example", value));
    }
    if (row.acceptsIdempotencyKey()) {
      parameters
          .addObject()
          .put(
              "$ref",
              row.is(Trait.REQUIRES_IDEMPOTENCY_KEY) ? REQUIRED_IDEMPOTENCY_KEY : IDEMPOTENCY_KEY);
    }
  }

  private void responses(Operation row, ObjectNode responses, ObjectNode example) {
    for (ResponseSpec answer : row.answers()) {
      ObjectNode response = responses.putObject(String.valueOf(answer.status()));
      response.put("description", answer.description());
      requestIdHeader(response);
      if (answer.contentType() != null) {
        ObjectNode media = response.putObject("content").putObject(answer.contentType());
        if (answer.shape() != null) {
          media.set("schema", answer.shape().schema(components));
          if (example.path("status").asInt(0) == answer.status()) {
            example.optional("response").ifPresent(body -> media.set("example", body));
          }
        } else {
          media.putObject("schema").put("type", "string");
        }
      }
    }
    // A path answers it to a method that no operation has.
    Stream.concat(Stream.of(ErrorCode.METHOD_NOT_ALLOWED), row.errors().stream())
        .collect(Collectors.groupingBy(OpenApiDocument::status, TreeMap::new, Collectors.toList()))
        .forEach(
            (status, codes) ->
                responses.putObject(status).put("$ref", problemResponse(status, codes)));
  }

  private static void requestIdHeader(ObjectNode response) {
    response
        .putObject("headers")
        .putObject("x-request-id")
        .put("$ref", "#/components/headers/RequestId");
  }

  private static String status(ErrorCode code) {
    String status = String.valueOf(ProblemCatalog.of(code).status());
    return STATUSES.containsKey(status) ? status : OTHERS;
  }

  private void components() {
    ObjectNode node = root.putObject("components");
    ProblemShape.shape().schema(components);
    ObjectNode schemas = node.putObject("schemas");
    components.schemas().forEach(schemas::set);
    node.putObject("securitySchemes")
        .putObject(KEY_SCHEME)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("bearerFormat", "sk_<prefix>_<secret>")
        .put("description", "An API key: `Authorization: Bearer <API_KEY>`.");
    ObjectNode header = node.putObject("headers").putObject("RequestId");
    header
        .put("description", "Identifier of the request, for support and logs.")
        .put("required", true);
    header.putObject("schema").put("type", "string").put("pattern", "^req_[0-9a-z]+$");
    ObjectNode parameters = node.putObject("parameters");
    idempotencyKey(parameters.putObject("IdempotencyKey"), false);
    idempotencyKey(parameters.putObject("RequiredIdempotencyKey"), true);
    ObjectNode responses = node.putObject("responses");
    problems.forEach(responses::set);
    ObjectNode given = node.putObject("examples");
    for (ErrorCode code : ErrorCode.values()) {
      given
          .putObject(code.wireName())
          .put("summary", ProblemCatalog.of(code).fix())
          .set("value", examples.problem(code));
    }
  }

  private static void idempotencyKey(ObjectNode parameter, boolean required) {
    parameter.put("name", "Idempotency-Key").put("in", "header").put("required", required);
    parameter.put(
        "description",
        "A retry with the same key and body returns the first response with the header"
            + " Idempotency-Replayed.");
    parameter
        .putObject("schema")
        .put("type", "string")
        .put("minLength", 1)
        .put("maxLength", 255)
        .put("pattern", "^[!-~]+$");
  }

  /** The reference to a response with one of these codes. */
  private String problemResponse(String status, List<ErrorCode> codes) {
    String name = "Problem" + (status.equals(OTHERS) ? "" : status + "." + names(codes, "."));
    problems.computeIfAbsent(name, key -> problem(String.valueOf(STATUSES.get(status)), codes));
    return "#/components/responses/" + name;
  }

  private static String names(List<ErrorCode> codes, String separator) {
    return codes.stream().map(ErrorCode::wireName).collect(Collectors.joining(separator));
  }

  private ObjectNode problem(String text, List<ErrorCode> codes) {
    ObjectNode response = JsonNodeFactory.instance.objectNode();
    response.put("description", text + " Codes: " + names(codes, ", ") + ".");
    requestIdHeader(response);
    ObjectNode media = response.putObject("content").putObject(Problem.CONTENT_TYPE);
    media.set("schema", ProblemShape.shape().schema(components));
    ObjectNode given = media.putObject("examples");
    for (ErrorCode code : codes) {
      given.putObject(code.wireName()).put("$ref", "#/components/examples/" + code.wireName());
    }
    return response;
  }
}
