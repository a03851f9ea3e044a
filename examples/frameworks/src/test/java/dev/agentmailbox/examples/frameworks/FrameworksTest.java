package dev.agentmailbox.examples.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.koog.agents.core.agent.AIAgent;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLMCapability;
import ai.koog.prompt.llm.LLMProvider;
import ai.koog.prompt.llm.LLModel;
import com.embabel.agent.api.tool.Tool;
import com.embabel.agent.api.tool.ToolCallContext;
import com.embabel.agent.spi.loop.ExitOnEmptyPolicy;
import com.embabel.agent.spi.loop.ImmediateThrowPolicy;
import com.embabel.agent.spi.loop.LlmMessageResponse;
import com.embabel.agent.spi.loop.LlmMessageSender;
import com.embabel.agent.spi.loop.ToolInjectionStrategy;
import com.embabel.agent.spi.loop.support.DefaultToolLoop;
import com.embabel.chat.AssistantMessage;
import com.embabel.chat.AssistantMessageWithToolCalls;
import com.embabel.chat.Message;
import com.embabel.chat.ToolCall;
import com.embabel.chat.ToolResultMessage;
import com.embabel.chat.UserMessage;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.examples.ScriptedMind;
import dev.agentmailbox.http.mcp.MailboxTools;
import dev.agentmailbox.inbox.Inbox;
import io.reactivex.rxjava3.core.Flowable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One script through each framework, with the tools in its process and no server. */
class FrameworksTest {
  private static final String TASK = "Answer the mail of " + ScriptedMind.INBOX;

  private final Mailbox mailbox = Mailbox.inMemory();
  private final MailboxTools tools = MailboxTools.of(mailbox, mailbox.owner());
  private final Inbox inbox = mailbox.agent().createInbox("desk");
  private final ScriptedMind mind = new ScriptedMind(ScriptedMind.INBOX);

  private String called = "";

  @BeforeEach
  void mail() {
    mailbox.agent().deliver("ann@client.test", inbox, "Order 7", ScriptedMind.QUESTION);
  }

  @AfterEach
  void close() {
    tools.close();
    mailbox.close();
  }

  private void assertAnsweredOnce(String report) {
    assertEquals("Answered.", report);
    assertTrue(mind.sawFences());
    List<dev.agentmailbox.message.Message> messages = mailbox.agent().messages(inbox);
    assertEquals(2, messages.size());
    assertEquals(
        ScriptedMind.ANSWER,
        String.valueOf(mailbox.agent().read(messages.get(0)).body().text()).strip());
    assertTrue(messages.get(1).labels().contains("answered"));
    assertEquals(List.of(), mailbox.agent().unread(inbox));
  }

  @Test
  void with_the_agent_development_kit() {
    LlmAgent agent =
        LlmAgent.builder().name("desk").model(new AdkMind()).tools(AdkTools.of(tools)).build();
    InMemoryRunner runner = new InMemoryRunner(agent);
    Session session = runner.sessionService().createSession("desk", "user").blockingGet();
    Content task = Content.fromParts(Part.fromText(TASK));
    Event last = runner.runAsync("user", session.id(), task).blockingLast();
    assertAnsweredOnce(last.content().orElseThrow().text());
  }

  private final class AdkMind extends BaseLlm {
    private AdkMind() {
      super("scripted");
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      List<Content> said = request.contents();
      List<Part> parts = said.get(said.size() - 1).parts().orElseThrow();
      ScriptedMind.Next next =
          parts.get(0).functionResponse().map(this::after).orElseGet(mind::first);
      Part part =
          next.tool().isEmpty()
              ? Part.fromText(next.text())
              : Part.builder()
                  .functionCall(
                      FunctionCall.builder()
                          .name(next.tool())
                          .args(JsonMapper.shared().readValue(next.arguments(), Map.class))
                          .build())
                  .build();
      return Flowable.just(
          LlmResponse.builder()
              .content(Content.builder().role("model").parts(List.of(part)).build())
              .build());
    }

    private ScriptedMind.Next after(FunctionResponse result) {
      return mind.after(
          result.name().orElseThrow(),
          String.valueOf(result.response().orElseThrow().get("result")));
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException("only in turns");
    }
  }

  @Test
  void with_embabel() {
    LlmMessageSender model = this::embabelTurn;
    DefaultToolLoop loop =
        new DefaultToolLoop(
            model,
            new ObjectMapper(),
            ToolInjectionStrategy.Companion.getNONE(),
            10,
            null,
            List.of(),
            List.of(),
            List.of(),
            ToolCallContext.EMPTY,
            ImmediateThrowPolicy.INSTANCE,
            ExitOnEmptyPolicy.INSTANCE);
    assertAnsweredOnce(
        loop.execute(List.of(new UserMessage(TASK)), EmbabelTools.of(tools), text -> text)
            .getResult());
  }

  private LlmMessageResponse embabelTurn(
      List<? extends Message> said, List<? extends Tool> offered) {
    ScriptedMind.Next next =
        said.get(said.size() - 1) instanceof ToolResultMessage result
            ? mind.after(result.getToolName(), result.getContent())
            : mind.first();
    Message message =
        next.tool().isEmpty()
            ? new AssistantMessage(next.text())
            : new AssistantMessageWithToolCalls(
                List.of(new ToolCall(next.tool(), next.tool(), next.arguments())));
    return new LlmMessageResponse(message, next.text(), null);
  }

  @Test
  void with_koog() throws IOException {
    HttpServer ollama = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    ollama.createContext("/api/chat", this::ollamaTurn);
    ollama.start();
    try {
      LLModel model =
          new LLModel(
              LLMProvider.Ollama,
              "scripted",
              List.of(LLMCapability.Tools.INSTANCE, LLMCapability.Temperature.INSTANCE));
      AIAgent<String, String> agent =
          AIAgent.builder()
              .promptExecutor(
                  PromptExecutor.builder()
                      .ollama("http://127.0.0.1:" + ollama.getAddress().getPort())
                      .build())
              .llmModel(model)
              .toolRegistry(KoogTools.of(tools))
              .build();
      assertAnsweredOnce(agent.run(TASK));
    } finally {
      ollama.stop(0);
    }
  }

  /** Its classes for models of one's own can only be extended in Kotlin, so this is a server. */
  private void ollamaTurn(HttpExchange exchange) throws IOException {
    JsonMapper json = JsonMapper.shared();
    JsonNode said = json.readTree(exchange.getRequestBody().readAllBytes()).get("messages");
    JsonNode last = said.get(said.size() - 1);
    ScriptedMind.Next next =
        last.get("role").asString().equals("tool")
            ? mind.after(called, last.get("content").asString())
            : mind.first();
    called = next.tool();
    ObjectNode answer =
        json.createObjectNode().put("model", "scripted").put("created_at", "2026-11-27T00:00:00Z");
    ObjectNode message =
        answer.putObject("message").put("role", "assistant").put("content", next.text());
    if (!called.isEmpty()) {
      message
          .putArray("tool_calls")
          .addObject()
          .putObject("function")
          .put("name", called)
          .set("arguments", json.readTree(next.arguments()));
    }
    byte[] body = json.writeValueAsBytes(answer.put("done", true));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
