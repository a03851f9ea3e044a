package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.Nul;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Trait;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Parses and validates the fields of one operation, collecting all problems. One instance per row.
 * Immutable and thread safe.
 */
final class RequestReader {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  // spec SendRequest.2, Sizes.6
  private static final int MAX_KEY_CHARACTERS = 255;
  private static final JsonNode NO_BODY = JsonNodeFactory.instance.objectNode();

  private final Operation operation;
  private final List<Field<?>> fields;
  private final Map<String, Integer> queryIndexes = new HashMap<>();

  RequestReader(Operation operation) {
    this.operation = operation;
    this.fields = operation.parameters();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).location() == ParameterLocation.QUERY) {
        queryIndexes.put(fields.get(i).name(), i);
      }
    }
  }

  /**
   * A parsed request.
   *
   * @param body without the invalid fields
   * @param idempotencyKey null when absent
   * @param problems invalid fields
   */
  record Read(
      Input parameters,
      Input body,
      JsonNode bodyJson,
      @Nullable String idempotencyKey,
      FieldProblems problems) {}

  /**
   * Parses a request.
   *
   * @param pathValues of the path parameters from left to right
   * @param header returns the values of a header by name, null when absent
   * @param bytes of the body, empty without one
   * @throws MailboxException {@code not_found} for an impossible path value, {@code
   *     payload_too_large}
   */
  Read read(
      List<String> pathValues,
      Map<String, List<String>> query,
      Function<String, @Nullable Collection<String>> header,
      byte[] bytes) {
    FieldProblems problems = new FieldProblems();
    Input.Builder parameters = new Input.Builder(fields);
    readPath(pathValues, parameters);
    JsonNode json = operation.is(Trait.RAW_BODY) ? NO_BODY : json(bytes, problems);
    boolean readable = problems.isEmpty();
    if (!operation.is(Trait.RAW_BODY)) {
      checkSize(bytes.length, json);
    }
    Input body = readable ? body(json, problems) : none();
    readQuery(query, parameters, problems);
    readHeaders(header, parameters, problems);
    String key = readKey(header.apply(IDEMPOTENCY_KEY), problems);
    JsonNode sent =
        operation.is(Trait.RAW_BODY) ? JsonNodeFactory.instance.binaryNode(bytes) : json;
    return new Read(parameters.build(), body, sent, key, problems);
  }

  /** The valid fields of a body; none when the handler validates the body itself. */
  private Input body(JsonNode json, FieldProblems problems) {
    if (!operation.is(Trait.VALIDATES_BODY_LATER)) {
      return operation.body().readPartly(json, "", problems);
    }
    if (!json.isObject()) {
      problems.add("body", "must be an object");
    }
    return none();
  }

  private Input none() {
    return operation.body().placeholder();
  }

  private static JsonNode json(byte[] bytes, FieldProblems problems) {
    JsonNode read = bytes.length > 0 ? StrictJson.readFields(bytes, problems) : NO_BODY;
    return read == null ? NO_BODY : read;
  }

  private void readPath(List<String> values, Input.Builder parameters) {
    List<String> names = operation.path().placeholders();
    for (int i = 0; i < fields.size(); i++) {
      Field<?> field = fields.get(i);
      if (field.location() == ParameterLocation.PATH) {
        String text = values.get(names.indexOf(field.name()));
        FieldProblems wrong = new FieldProblems();
        Object value =
            field.shape().read(field.shape().fromText(List.of(text)), field.name(), wrong);
        if (value == null) {
          throw MailboxException.notFound("path");
        }
        parameters.put(i, value);
      }
    }
  }

  private void readQuery(
      Map<String, List<String>> query, Input.Builder parameters, FieldProblems problems) {
    for (Map.Entry<String, List<String>> parameter : query.entrySet()) {
      Integer index = queryIndexes.get(parameter.getKey());
      String path = ParameterLocation.QUERY.pathOf(parameter.getKey());
      if (index != null) {
        readParameter(index, parameter.getValue(), path, parameters, problems);
      } else if (!operation.is(Trait.IGNORES_UNKNOWN_QUERY)) {
        problems.add(path, "is not a parameter of this operation");
        problems.fixedBy(knownParameters());
      }
    }
    for (Map.Entry<String, Integer> known : queryIndexes.entrySet()) {
      if (fields.get(known.getValue()).isRequired() && !query.containsKey(known.getKey())) {
        problems.add(ParameterLocation.QUERY.pathOf(known.getKey()), "is required");
      }
    }
  }

  private String knownParameters() {
    String names =
        fields.stream()
            .filter(field -> field.location() == ParameterLocation.QUERY)
            .map(Field::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? "This operation has no query parameters."
        : "Known query parameters: " + names + ".";
  }

  private void readHeaders(
      Function<String, @Nullable Collection<String>> header,
      Input.Builder parameters,
      FieldProblems problems) {
    for (int i = 0; i < fields.size(); i++) {
      Field<?> field = fields.get(i);
      if (field.location() == ParameterLocation.HEADER) {
        Collection<String> values = header.apply(field.name());
        String path = ParameterLocation.HEADER.pathOf(field.name());
        if (values != null) {
          readParameter(i, List.copyOf(values), path, parameters, problems);
        } else if (field.isRequired()) {
          problems.add(path, "is required");
        }
      }
    }
  }

  private void readParameter(
      int index,
      List<String> texts,
      String path,
      Input.Builder parameters,
      FieldProblems problems) {
    Field<?> field = fields.get(index);
    if (texts.size() > 1 && !field.shape().isRepeatable()) {
      problems.add(path, "must not be repeated");
      return;
    }
    for (String text : texts) {
      if (text.indexOf('\0') >= 0) {
        problems.add(path, Nul.REFUSAL);
        return;
      }
    }
    Object value = field.shape().read(field.shape().fromText(texts), path, problems);
    if (value != null) {
      parameters.put(index, value);
    }
  }

  private @Nullable String readKey(@Nullable Collection<String> values, FieldProblems problems) {
    if (!operation.acceptsIdempotencyKey()) {
      return null;
    }
    String path = ParameterLocation.HEADER.pathOf(IDEMPOTENCY_KEY);
    if (values == null || values.isEmpty()) {
      if (operation.is(Trait.REQUIRES_IDEMPOTENCY_KEY)) {
        problems.add(path, "is required");
        problems.fixedBy(
            "Send the header Idempotency-Key with a value you choose, such as a UUID: a new one"
                + " for each request, the same one when you retry it.");
      }
      return null;
    }
    String key = values.iterator().next();
    boolean visible = key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    if (values.size() > 1 || key.isEmpty() || key.length() > MAX_KEY_CHARACTERS || !visible) {
      problems.add(path, "must be 1 to " + MAX_KEY_CHARACTERS + " visible ASCII characters");
      return null;
    }
    return key;
  }

  /** The larger limit applies only to requests with inline attachments, which is known only now. */
  private void checkSize(int bytes, JsonNode body) {
    if (bytes > BodySize.ORDINARY_BYTES && !hasInlineAttachment(body)) {
      throw tooLarge(BodySize.ORDINARY_BYTES);
    }
  }

  private static boolean hasInlineAttachment(JsonNode body) {
    for (String name : List.of("attachments", "add_attachments")) {
      JsonNode list = body.get(name);
      if (list != null && list.isArray()) {
        for (JsonNode item : list) {
          if (item.has("content")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  static MailboxException tooLarge(int limitBytes) {
    return MailboxException.of(
            ErrorCode.PAYLOAD_TOO_LARGE, "the request body is over " + limitBytes + " bytes")
        .with("limit_bytes", limitBytes);
  }
}
