package dev.agentmailbox.examples.frameworks;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import dev.agentmailbox.http.mcp.MailboxTools;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The tools of a mailbox for the Agent Development Kit of Google. */
public final class AdkTools {
  private static final JsonMapper JSON = JsonMapper.shared();

  private AdkTools() {}

  public static List<BaseTool> of(MailboxTools tools) {
    return tools.list().stream().<BaseTool>map(tool -> new Adapter(tools, tool)).toList();
  }

  private static final class Adapter extends BaseTool {
    private final MailboxTools tools;
    private final MailboxTools.Definition tool;

    private Adapter(MailboxTools tools, MailboxTools.Definition tool) {
      super(tool.name(), tool.description());
      this.tools = tools;
      this.tool = tool;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      return Optional.of(
          FunctionDeclaration.builder()
              .name(tool.name())
              .description(tool.description())
              .parametersJsonSchema(JSON.readValue(tool.inputSchema(), Map.class))
              .build());
    }

    @Override
    public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
      return Single.fromCompletionStage(
          tools
              .call(tool.name(), JSON.writeValueAsString(arguments))
              .thenApply(result -> Map.<String, Object>of("result", result.text())));
    }
  }
}
