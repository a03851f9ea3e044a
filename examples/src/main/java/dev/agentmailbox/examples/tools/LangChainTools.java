package dev.agentmailbox.examples.tools;

// region langchain-tools
import dev.agentmailbox.http.mcp.MailboxTools;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.internal.JsonSchemaElementJsonUtils;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The tools of a mailbox for LangChain4j. */
public final class LangChainTools {
  private LangChainTools() {}

  public static Map<ToolSpecification, ToolExecutor> of(MailboxTools tools) {
    Map<ToolSpecification, ToolExecutor> all = new LinkedHashMap<>();
    for (MailboxTools.Definition tool : tools.list()) {
      Map<String, Object> schema =
          JsonMapper.shared().readValue(tool.inputSchema(), new TypeReference<>() {});
      all.put(
          ToolSpecification.builder()
              .name(tool.name())
              .description(tool.description())
              .parameters((JsonObjectSchema) JsonSchemaElementJsonUtils.fromMap(schema))
              .build(),
          (request, memory) ->
              tools.call(tool.name(), request.arguments()).toCompletableFuture().join().text());
    }
    return all;
  }
}
// endregion
