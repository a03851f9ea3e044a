package dev.agentmailbox.examples.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.ScriptedMind;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

class SpringAiMailDeskIT {
  /** Does what a good model would. */
  private static final class Scripted implements ChatModel {
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
  }

  @Test
  void a_model_answers_a_mail_through_the_server(@TempDir Path directory) throws Exception {
    try (LocalServer server = new LocalServer(directory)) {
      AnsweredMail mail = AnsweredMail.arrive(server);
      Scripted model = new Scripted();
      URI address = URI.create(server.address());
      try (MailDesk desk = new MailDesk(model, address, LocalServer.KEY)) {
        assertEquals("Answered.", desk.work("Answer the mail of " + AnsweredMail.INBOX));
      }
      assertTrue(model.mind.sawFences());
      mail.assertAnsweredOnce();
    }
  }
}
