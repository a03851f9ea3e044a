package dev.agentmailbox.http.shape;

import dev.agentmailbox.error.FieldProblems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object with a fixed set of names. Parsing refuses unknown names; the schema says so only when
 * {@code closed}: requests are closed, responses may gain fields.
 */
public final class ObjectShape implements Shape<Input> {
  private final String name;
  private final boolean closed;
  private final List<Field<?>> fields;
  private final Map<String, Integer> indexes = new HashMap<>();

  private ObjectShape(String name, boolean closed, List<Field<?>> fields) {
    this.name = name;
    this.closed = closed;
    this.fields = List.copyOf(fields);
    for (int i = 0; i < fields.size(); i++) {
      if (indexes.put(fields.get(i).name(), i) != null) {
        throw new IllegalStateException(name + " has two fields named " + fields.get(i).name());
      }
    }
  }

  /** A request object. An empty name makes an anonymous schema. */
  public static ObjectShape closed(String name, List<Field<?>> fields) {
    return new ObjectShape(name, true, fields);
  }

  /** A response object. An empty name makes an anonymous schema. */
  public static ObjectShape open(String name, List<Field<?>> fields) {
    return new ObjectShape(name, false, fields);
  }

  public String name() {
    return name;
  }

  public List<Field<?>> fields() {
    return fields;
  }

  @Override
  public @Nullable Input read(JsonNode node, String path, FieldProblems problems) {
    Input.Builder input = new Input.Builder(fields);
    return read(node, path, input, problems, false) ? input.build() : null;
  }

  /** Invalid fields are reported and omitted from the result. */
  @Override
  public Input readPartly(JsonNode node, String path, FieldProblems problems) {
    Input.Builder input = new Input.Builder(fields);
    read(node, path, input, problems, true);
    return input.build();
  }

  @Override
  public Input placeholder() {
    return new Input.Builder(fields).build();
  }

  private boolean read(
      JsonNode node, String path, Input.Builder input, FieldProblems problems, boolean partly) {
    if (!node.isObject()) {
      problems.add(path.isEmpty() ? "body" : path, "must be an object");
      return false;
    }
    boolean[] seen = new boolean[fields.size()];
    boolean good = true;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      Integer index = indexes.get(member.getKey());
      if (index == null) {
        problems.add(child(path, member.getKey()), "is not a field of this request");
        problems.fixedBy(knownFields(path));
        good = false;
      } else {
        seen[index] = true;
        good &= readField(index, member.getValue(), path, input, problems, partly);
      }
    }
    for (int i = 0; i < seen.length; i++) {
      if (!seen[i] && fields.get(i).isRequired()) {
        problems.add(child(path, fields.get(i).name()), "is required");
        good = false;
      }
    }
    return good;
  }

  private String knownFields(String path) {
    if (fields.isEmpty()) {
      return "This request has no fields in its body.";
    }
    String names = fields.stream().map(Field::name).collect(Collectors.joining(", "));
    return "Known fields" + (path.isEmpty() ? "" : " of " + path) + ": " + names + ".";
  }

  private boolean readField(
      int index,
      JsonNode node,
      String path,
      Input.Builder input,
      FieldProblems problems,
      boolean partly) {
    Field<?> field = fields.get(index);
    if (node.isNull()) {
      if (field.isNullable()) {
        input.putNull(index);
        return true;
      }
      problems.add(child(path, field.name()), "must not be null");
      return false;
    }
    String at = child(path, field.name());
    Object value =
        partly
            ? field.shape().readPartly(node, at, problems)
            : field.shape().read(node, at, problems);
    if (value == null) {
      return false;
    }
    input.put(index, value);
    return true;
  }

  private static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  @Override
  public ObjectNode schema(Components components) {
    return components.refer(this);
  }

  /** The schema itself, not a reference to it. */
  ObjectNode print(Components components) {
    ObjectNode schema = Schemas.typed("object");
    ObjectNode properties = schema.putObject("properties");
    for (Field<?> field : fields) {
      properties.set(field.name(), field.schema(components));
    }
    List<String> required = fields.stream().filter(Field::isRequired).map(Field::name).toList();
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(names::add);
    }
    if (closed) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }
}
