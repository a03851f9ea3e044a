package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.sending.BlockReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The description leaves nothing out that a reader of the reference needs. */
class OpenApiCompleteTest {
  private static final String PROBLEM = "application~1problem+json";

  private static JsonNode document;
  private static OperationTable table;

  @BeforeAll
  static void read() {
    try (MailboxFixture fixture = MailboxFixture.start()) {
      table = fixture.http.table();
      document = MailboxFixture.json(fixture.send(fixture.request("/v0/openapi.json")));
    }
  }

  private static List<JsonNode> operations() {
    List<JsonNode> operations = new ArrayList<>();
    document.get("paths").forEach(path -> path.forEach(operations::add));
    return operations;
  }

  private static List<JsonNode> media(JsonNode operation) {
    List<JsonNode> media = new ArrayList<>();
    operation.path("requestBody").path("content").forEach(media::add);
    for (JsonNode response : operation.get("responses")) {
      JsonNode json = response.path("content").path("application/json");
      if (!json.isMissingNode()) {
        media.add(json);
      }
    }
    return media;
  }

  @Test
  void every_operation_has_a_name_a_description_and_a_tag_that_is_described() {
    List<String> tags =
        document.get("tags").valueStream().map(tag -> tag.get("name").stringValue()).toList();
    for (JsonNode operation : operations()) {
      for (String member : List.of("operationId", "summary", "description")) {
        assertTrue(!operation.path(member).asString().isBlank(), operation.toString());
      }
      assertTrue(tags.contains(operation.get("tags").get(0).stringValue()));
    }
    document.get("tags").forEach(tag -> assertTrue(!tag.path("description").asString().isBlank()));
  }

  @Test
  void every_request_and_every_answer_in_json_has_an_example_that_fits_its_schema() {
    for (JsonNode operation : operations()) {
      for (JsonNode media : media(operation)) {
        String name = operation.get("operationId").stringValue();
        assertTrue(media.has("example"), name);
        fits(name, media.get("schema"), media.get("example"));
      }
      for (JsonNode parameter : operation.path("parameters")) {
        boolean needed = parameter.path("required").asBoolean(false);
        boolean shown =
            parameter.has("example") || parameter.path("in").asString().equals("header");
        assertTrue(!needed || shown, operation.get("operationId") + " " + parameter);
      }
    }
  }

  @Test
  void every_error_has_an_example_that_fits_its_schema() {
    JsonNode examples = document.get("components").get("examples");
    for (ErrorCode code : ErrorCode.values()) {
      JsonNode problem = examples.get(code.wireName()).get("value");
      assertEquals(code.wireName(), problem.get("code").stringValue());
      fits(code.wireName(), document.at("/components/schemas/Problem"), problem);
    }
  }

  @Test
  void every_operation_shows_an_example_of_each_of_its_errors_by_status() {
    Map<String, Operation> rows =
        table.rows().stream().collect(Collectors.toMap(Operation::id, row -> row));
    for (JsonNode operation : operations()) {
      String id = operation.get("operationId").stringValue();
      Operation row = Objects.requireNonNull(rows.get(id), id);
      Set<String> shown = new TreeSet<>();
      for (Map.Entry<String, JsonNode> response : operation.get("responses").properties()) {
        JsonNode examples = resolve(response.getValue()).at("/content/" + PROBLEM + "/examples");
        for (JsonNode example : examples) {
          JsonNode problem = resolve(example).get("value");
          String status = problem.get("status").asString();
          assertTrue(List.of(status, "default").contains(response.getKey()), problem.toString());
          shown.add(problem.get("code").stringValue());
        }
      }
      Set<String> declared = new TreeSet<>(Set.of("method_not_allowed"));
      row.errors().forEach(code -> declared.add(code.wireName()));
      assertEquals(declared, shown, id);
    }
  }

  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").stringValue().substring(1)) : node;
  }

  @Test
  void every_error_is_one_of_an_operation() {
    Set<ErrorCode> errors = EnumSet.of(ErrorCode.METHOD_NOT_ALLOWED);
    table.rows().stream().filter(Operation::isDocumented).forEach(r -> errors.addAll(r.errors()));
    assertEquals(EnumSet.allOf(ErrorCode.class), errors);
  }

  private static void fits(String name, JsonNode schema, JsonNode example) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", document.get("components"));
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(whole.toString());
    assertEquals(List.of(), validator.validate(example.toString(), InputFormat.JSON), name);
  }

  @Test
  void every_field_and_every_parameter_has_a_description() {
    document
        .at("/components/schemas")
        .properties()
        .forEach(schema -> described(schema.getKey(), schema.getValue()));
    for (JsonNode operation : operations()) {
      String name = operation.get("operationId").stringValue();
      media(operation).forEach(media -> described(name, media.get("schema")));
      for (JsonNode parameter : operation.path("parameters")) {
        assertTrue(
            parameter.has("$ref") || !parameter.path("description").asString().isBlank(), name);
      }
    }
  }

  @Test
  void no_description_loses_words_as_if_they_were_html() {
    for (JsonNode text : document.findValues("description")) {
      String shown = text.asString("").replaceAll("`[^`]*`", "");
      assertFalse(shown.contains("<"), shown);
    }
  }

  private static void described(String where, JsonNode schema) {
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String name = where + "." + field.getKey();
      assertTrue(!field.getValue().path("description").asString().isBlank(), name);
      described(name, field.getValue());
    }
    if (schema.path("items").isObject()) {
      described(where, schema.get("items"));
    }
  }

  @Test
  void the_words_of_the_answers_are_those_of_the_code() {
    List<String> blocked = Stream.of(BlockReason.values()).map(BlockReason::wireName).toList();
    assertEquals(blocked, items("SendCheck", "reasons"));
    assertEquals(blocked, items("SendRecord", "reasons"));
    assertEquals(blocked, items("Problem", "reasons"));
    for (String schema : List.of("SendCheck", "SendRecord", "SendResult", "Approval", "Problem")) {
      assertEquals(Policy.APPROVAL_FLAGS, items(schema, "flags"), schema);
    }
    assertEquals(Policy.APPROVAL_FLAGS, items("Policy", "approval_flags"));
    assertEquals(Policy.HOLD_REASONS, items("Policy", "hold"));
    assertEquals(
        Stream.concat(Policy.HOLD_REASONS.stream(), Policy.ALWAYS_HELD.stream()).toList(),
        items("Message", "hold_reasons"));
    assertEquals(
        Stream.of(EventType.values()).map(EventType::wireName).toList(),
        words(field("Event", "event_type")));
    assertEquals(
        Stream.of(ErrorCode.values()).map(ErrorCode::wireName).toList(),
        words(field("Problem", "code")));
  }

  private static JsonNode field(String schema, String name) {
    return document.at("/components/schemas/" + schema + "/properties/" + name);
  }

  private static List<String> items(String schema, String name) {
    return words(field(schema, name).path("items"));
  }

  private static List<String> words(JsonNode schema) {
    return schema.path("enum").valueStream().map(JsonNode::stringValue).toList();
  }
}
