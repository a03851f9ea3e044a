package dev.agentmailbox.examples.tools;

// region spring-ai-tools
import dev.agentmailbox.http.mcp.MailboxTools;
import java.util.List;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** The tools of a mailbox for Spring AI. */
public final class SpringAiTools {
  private SpringAiTools() {}

  public static List<ToolCallback> of(MailboxTools tools) {
    return tools.list().stream().<ToolCallback>map(tool -> new Callback(tools, tool)).toList();
  }

  private record Callback(MailboxTools tools, MailboxTools.Definition tool)
      implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      return ToolDefinition.builder()
          .name(tool.name())
          .description(tool.description())
          .inputSchema(tool.inputSchema())
          .build();
    }

    @Override
    public String call(String arguments) {
      return tools.call(tool.name(), arguments).toCompletableFuture().join().text();
    }
  }
}
// endregion
