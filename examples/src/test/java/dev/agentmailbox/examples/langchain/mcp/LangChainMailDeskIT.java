package dev.agentmailbox.examples.langchain.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.tools.LangChainMind;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LangChainMailDeskIT {
  @Test
  void a_model_answers_a_mail_through_the_server(@TempDir Path directory) throws Exception {
    try (LocalServer server = new LocalServer(directory)) {
      AnsweredMail mail = AnsweredMail.arrive(server);
      LangChainMind model = new LangChainMind();
      URI address = URI.create(server.address());
      try (MailDesk desk = new MailDesk(model, address, LocalServer.KEY)) {
        assertEquals("Answered.", desk.work("Answer the mail of " + AnsweredMail.INBOX));
      }
      assertTrue(model.sawFences());
      mail.assertAnsweredOnce();
    }
  }
}
