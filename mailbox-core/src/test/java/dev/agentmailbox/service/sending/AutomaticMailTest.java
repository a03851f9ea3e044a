package dev.agentmailbox.service.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which automatic mail can be answered, and which wakes. */
class AutomaticMailTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");

  private List<Object> reasonsAgainstAnAnswer(String sender, String field) {
    Message message =
        world.receiveRaw(inbox, sender, "From: bob@example.com", "Subject: Hi", field, "", "x");
    MailInput reply = MailInput.reply(inbox.address(), message.id()).text("y").build();
    try {
      world.sends.submit(world.owner, reply, IdempotentRequest.unkeyed());
      return List.of();
    } catch (dev.agentmailbox.error.MailboxException refusal) {
      return List.copyOf((List<?>) refusal.details().get("reasons"));
    }
  }

  // spec Decisions.19
  @ParameterizedTest
  @ValueSource(
      strings = {
        "List-Id: <team.example.com>",
        "List-Unsubscribe: <mailto:off@example.com>",
        "Precedence: bulk",
        "X-Auto-Response-Suppress: All",
        "Auto-Submitted: no",
        "Auto-Submitted: No (a person)"
      })
  void mail_of_people_over_lists_and_programs_can_be_answered(String field) {
    assertEquals(List.of(), reasonsAgainstAnAnswer("bob@example.com", field));
  }

  // spec Decisions.19
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Auto-Submitted: auto-replied",
        "AUTO-SUBMITTED: Auto-Generated; x=y",
        "X-Autoreply: yes",
        "X-Autorespond: Re",
        "Content-Type: multipart/report; boundary=x"
      })
  void an_automatic_answer_is_not_answered(String field) {
    assertEquals(List.of("loop_auto_reply"), reasonsAgainstAnAnswer("bob@example.com", field));
  }

  // spec Decisions.19
  @ParameterizedTest
  @CsvSource({"true, normal, true", "false, automatic, false"})
  void mail_between_agents_of_one_organization_wakes(
      boolean inProcess, String classification, boolean wake) throws Exception {
    Inbox other = world.inbox("other");
    String mail =
        String.join(
            "\r\n",
            "From: " + other.address(),
            "To: " + inbox.address(),
            "Message-ID: <from-a-colleague@example.com>",
            "Auto-Submitted: auto-generated",
            "",
            "x");
    try (ContentStore.Spool spool = world.intake.spool()) {
      spool.out().write(mail.getBytes(StandardCharsets.US_ASCII));
      world.intake.accept(
          new MailReceiver.Envelope(
              other.address(), List.of(inbox.address()), null, null, inProcess),
          spool);
    }
    Event received =
        world.log().stream()
            .filter(event -> event.type() == EventType.MESSAGE_RECEIVED)
            .findFirst()
            .orElseThrow();
    assertEquals(classification, received.data().get("classification"));
    assertEquals(wake, received.data().get("wake"));
  }
}
