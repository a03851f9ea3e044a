package dev.agentmailbox.examples.frameworks;

import ai.koog.agents.core.tools.Tool;
import ai.koog.agents.core.tools.ToolDescriptor;
import ai.koog.agents.core.tools.ToolParameterDescriptor;
import ai.koog.agents.core.tools.ToolParameterType;
import ai.koog.agents.core.tools.ToolRegistry;
import ai.koog.serialization.JSONElement;
import ai.koog.serialization.JSONObject;
import ai.koog.serialization.JSONSerializer;
import ai.koog.serialization.TypeToken;
import dev.agentmailbox.http.mcp.MailboxTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kotlin.coroutines.Continuation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools of a mailbox for Koog, which has types of its own instead of JSON Schema. */
public final class KoogTools {
  private KoogTools() {}

  public static ToolRegistry of(MailboxTools tools) {
    ToolRegistry registry = new ToolRegistry();
    for (MailboxTools.Definition tool : tools.list()) {
      registry.add(new Adapter(tools, tool));
    }
    return registry;
  }

  private static final class Adapter extends Tool<String, String> {
    private final MailboxTools tools;

    private Adapter(MailboxTools tools, MailboxTools.Definition tool) {
      super(TypeToken.of(String.class), TypeToken.of(String.class), descriptor(tool), Map.of());
      this.tools = tools;
    }

    @Override
    public String decodeArgs(JSONObject arguments, JSONSerializer serializer) {
      return serializer.encodeJSONElementToString(arguments);
    }

    @Override
    public Object execute(String arguments, Continuation<? super String> unused) {
      return tools.call(getName(), arguments).toCompletableFuture().join().text();
    }

    @Override
    public String encodeResultToString(String result, JSONSerializer serializer) {
      return result;
    }
  }

  private static ToolDescriptor descriptor(MailboxTools.Definition tool) {
    JsonNode schema = JsonMapper.shared().readTree(tool.inputSchema());
    List<ToolParameterDescriptor> required = new ArrayList<>();
    List<ToolParameterDescriptor> optional = new ArrayList<>();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      ToolParameterDescriptor parameter =
          new ToolParameterDescriptor(
              property.getKey(),
              property.getValue().path("description").asString(""),
              type(property.getValue()));
      boolean needed =
          schema.path("required").valueStream().anyMatch(
              name -> name.asString().equals(property.getKey()));
      (needed ? required : optional).add(parameter);
    }
    return new ToolDescriptor(tool.name(), tool.description(), required, optional, null);
  }

  private static ToolParameterType type(JsonNode schema) {
    return switch (schema.path("type").asString("string")) {
      case "boolean" -> ToolParameterType.Boolean.INSTANCE;
      case "integer" -> ToolParameterType.Integer.INSTANCE;
      case "number" -> ToolParameterType.Float.INSTANCE;
      case "array" -> new ToolParameterType.List(type(schema.path("items")));
      case "object" -> new ToolParameterType.Object(List.of(), List.of(), true, null);
      default -> ToolParameterType.String.INSTANCE;
    };
  }
}
