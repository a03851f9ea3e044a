package dev.agentmailbox.examples.tools;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.ScriptedMind;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** Does what a good model would, in Spring AI. */
public final class SpringAiMind implements ChatModel {
  private final ScriptedMind mind = new ScriptedMind(AnsweredMail.INBOX);

  /** As models that can call tools have them. */
  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> said = prompt.getInstructions();
    ScriptedMind.Next next;
    if (said.get(said.size() - 1) instanceof ToolResponseMessage results) {
      ToolResponse result = results.getResponses().get(0);
      next = mind.after(result.name(), result.responseData());
    } else {
      next = mind.first();
    }
    AssistantMessage.Builder<?> message = AssistantMessage.builder().content(next.text());
    if (!next.tool().isEmpty()) {
      message.toolCalls(
          List.of(
              new AssistantMessage.ToolCall(
                  next.tool(), "function", next.tool(), next.arguments())));
    }
    return new ChatResponse(List.of(new Generation(message.build())));
  }

  /** Whether the text of the mail came between markers. */
  public boolean sawFences() {
    return mind.sawFences();
  }
}
