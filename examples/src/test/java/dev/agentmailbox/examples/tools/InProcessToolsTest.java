package dev.agentmailbox.examples.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.ScriptedMind;
import dev.agentmailbox.http.mcp.MailboxTools;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.langchain4j.service.AiServices;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;

/** One script through each framework, with the tools in its process and no server. */
class InProcessToolsTest {
  private static final String TASK = "Answer the mail of " + AnsweredMail.INBOX;

  private interface Assistant {
    String work(String task);
  }

  private final Mailbox mailbox = Mailbox.inMemory();
  private final MailboxTools tools = MailboxTools.of(mailbox, mailbox.owner());
  private final Inbox inbox = mailbox.agent().createInbox("desk");

  @BeforeEach
  void mail() {
    mailbox.agent().deliver("ann@client.test", inbox, "Order 7", AnsweredMail.QUESTION);
  }

  @AfterEach
  void close() {
    tools.close();
    mailbox.close();
  }

  private void assertAnsweredOnce() {
    List<Message> messages = mailbox.agent().messages(inbox);
    assertEquals(2, messages.size());
    Message sent = messages.get(0);
    assertEquals(
        AnsweredMail.ANSWER, String.valueOf(mailbox.agent().read(sent).body().text()).strip());
    assertEquals(sent.threadId(), messages.get(1).threadId());
    assertTrue(messages.get(1).labels().contains("answered"));
    assertEquals(List.of(), mailbox.agent().unread(inbox));
  }

  @Test
  void by_hand() {
    ScriptedMind mind = new ScriptedMind(AnsweredMail.INBOX);
    ScriptedMind.Next next = mind.first();
    while (!next.tool().isEmpty()) {
      next =
          mind.after(
              next.tool(),
              tools.call(next.tool(), next.arguments()).toCompletableFuture().join().text());
    }
    assertEquals("Answered.", next.text());
    assertTrue(mind.sawFences());
    assertAnsweredOnce();
  }

  @Test
  void with_langchain4j() {
    LangChainMind model = new LangChainMind();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .tools(LangChainTools.of(tools))
            .build();
    assertEquals("Answered.", assistant.work(TASK));
    assertTrue(model.sawFences());
    assertAnsweredOnce();
  }

  @Test
  void with_spring_ai() {
    SpringAiMind model = new SpringAiMind();
    ChatClient chat =
        ChatClient.builder(model).defaultTools(SpringAiTools.of(tools).toArray()).build();
    assertEquals("Answered.", chat.prompt(TASK).call().content());
    assertTrue(model.sawFences());
    assertAnsweredOnce();
  }
}
