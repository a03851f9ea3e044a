package dev.agentmailbox.http.docs;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description in pieces that can be reviewed: a file for each tag with its operations and the
 * schemas that only it uses, one for the schemas that several use, and one for the rest.
 */
final class OpenApiParts {
  private static final String SCHEMA = "#/components/schemas/";
  private static final String SHARED = "shared-schemas.json";
  private static final String REST = "document.json";

  private final ObjectNode rest;
  private final ObjectNode schemas;
  private final Map<String, ObjectNode> parts = new TreeMap<>();

  private OpenApiParts(String document) {
    rest = (ObjectNode) JsonMapper.shared().readTree(document);
    ObjectNode components = (ObjectNode) rest.get("components");
    components.remove("examples");
    schemas = (ObjectNode) components.remove("schemas");
    dropExamples(rest);
  }

  /** Recorded examples have files of their own. */
  private static void dropExamples(JsonNode node) {
    if (node instanceof ObjectNode object && object.has("schema")) {
      object.remove("example");
    }
    node.forEach(OpenApiParts::dropExamples);
  }

  /** The texts of the files by name. */
  static Map<String, String> of(String document) {
    OpenApiParts parts = new OpenApiParts(document);
    parts.splitPaths();
    parts.splitSchemas();
    Map<String, String> texts = new TreeMap<>();
    parts.parts.forEach((name, part) -> texts.put(name, OpenApiDocument.print(part)));
    return texts;
  }

  private void splitPaths() {
    JsonNode paths = rest.remove("paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String tag = operation.getValue().get("tags").get(0).asString();
        member(part(file(tag), "paths"), path.getKey())
            .set(operation.getKey(), operation.getValue());
      }
    }
    parts.put(REST, rest);
  }

  private static String file(String tag) {
    return tag.toLowerCase(Locale.ROOT).replace(' ', '-') + ".json";
  }

  private ObjectNode part(String file, String kind) {
    return member(parts.computeIfAbsent(file, name -> JsonNodeFactory.instance.objectNode()), kind);
  }

  private static ObjectNode member(ObjectNode of, String name) {
    return of.has(name) ? (ObjectNode) of.get(name) : of.putObject(name);
  }

  private void splitSchemas() {
    Map<String, Set<String>> files = new HashMap<>();
    parts.forEach((file, part) -> use(file, part, files));
    for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
      Iterator<String> users = files.getOrDefault(schema.getKey(), Set.of()).iterator();
      String only = users.hasNext() ? users.next() : SHARED;
      String file = users.hasNext() || only.equals(REST) ? SHARED : only;
      part(file, "schemas").set(schema.getKey(), schema.getValue());
    }
  }

  /** Notes the schemas that are named somewhere in a node, and those that they name. */
  private void use(String file, JsonNode node, Map<String, Set<String>> files) {
    if (node.isString() && node.asString().startsWith(SCHEMA)) {
      String name = node.asString().substring(SCHEMA.length());
      if (files.computeIfAbsent(name, key -> new TreeSet<>()).add(file)) {
        use(file, schemas.get(name), files);
      }
    }
    node.forEach(child -> use(file, child, files));
  }
}
