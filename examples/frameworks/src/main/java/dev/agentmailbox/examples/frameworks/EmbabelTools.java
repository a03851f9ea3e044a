package dev.agentmailbox.examples.frameworks;

import com.embabel.agent.api.tool.Tool;
import dev.agentmailbox.http.mcp.MailboxTools;
import java.util.List;

/** The tools of a mailbox for Embabel. */
public final class EmbabelTools {
  private EmbabelTools() {}

  public static List<Tool> of(MailboxTools tools) {
    return tools.list().stream()
        .map(
            tool ->
                Tool.create(
                    tool.name(),
                    tool.description(),
                    new Schema(tool.inputSchema()),
                    arguments ->
                        Tool.Result.text(
                            tools
                                .call(tool.name(), arguments)
                                .toCompletableFuture()
                                .join()
                                .text())))
        .toList();
  }

  private record Schema(String json) implements Tool.InputSchema {
    @Override
    public String toJsonSchema() {
      return json;
    }

    @Override
    public List<Tool.Parameter> getParameters() {
      return List.of(); // What a model gets is toJsonSchema.
    }
  }
}
