package dev.agentmailbox.examples.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.AnsweredMail;
import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.tools.SpringAiMind;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringAiMailDeskIT {
  @Test
  void a_model_answers_a_mail_through_the_server(@TempDir Path directory) throws Exception {
    try (LocalServer server = new LocalServer(directory)) {
      AnsweredMail mail = AnsweredMail.arrive(server);
      SpringAiMind model = new SpringAiMind();
      URI address = URI.create(server.address());
      try (MailDesk desk = new MailDesk(model, address, LocalServer.KEY)) {
        assertEquals("Answered.", desk.work("Answer the mail of " + AnsweredMail.INBOX));
      }
      assertTrue(model.sawFences());
      mail.assertAnsweredOnce();
    }
  }
}
