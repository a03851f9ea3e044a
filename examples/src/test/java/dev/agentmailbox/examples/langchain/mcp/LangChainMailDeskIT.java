package dev.agentmailbox.examples.langchain.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.ScriptedMind;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LangChainMailDeskIT {
  /** Does what a good model would. */
  private static final class Scripted implements ChatModel {
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
