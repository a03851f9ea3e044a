package dev.agentmailbox.examples.tools;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.ScriptedMind;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;

/** Does what a good model would, in LangChain4j. */
public final class LangChainMind implements ChatModel {
  private final ScriptedMind mind = new ScriptedMind(AnsweredMail.INBOX);

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> said = request.messages();
    ScriptedMind.Next next =
        said.get(said.size() - 1) instanceof ToolExecutionResultMessage result
            ? mind.after(result.toolName(), result.text())
            : mind.first();
    AiMessage message =
        next.tool().isEmpty()
            ? AiMessage.from(next.text())
            : AiMessage.from(
                ToolExecutionRequest.builder()
                    .id(next.tool())
                    .name(next.tool())
                    .arguments(next.arguments())
                    .build());
    return ChatResponse.builder().aiMessage(message).build();
  }

  /** Whether the text of the mail came between markers. */
  public boolean sawFences() {
    return mind.sawFences();
  }
}
