package dev.agentmailbox.service.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.HtmlBombs;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Mail whose HTML is over a limit is taken, kept and held. */
class UnreadableHtmlTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();

  private List<?> reasons() {
    List<Event> log = world.log();
    return (List<?>) log.get(log.size() - 1).data().getOrDefault("reasons", List.of());
  }

  @Test
  void html_that_multiplies_itself_is_stored_and_held_for_a_human() {
    Inbox inbox = world.inbox("alice");
    for (String html : HtmlBombs.reopening(1 << 20)) {
      Message message =
          world.receiveRaw(
              inbox,
              "bob@example.com",
              "From: bob@example.com",
              "Subject: " + html.length(),
              "Content-Type: text/html",
              "",
              html);
      assertTrue(message.labels().contains("held"));
      assertEquals(List.of("unreadable_html"), reasons());
    }
    assertEquals(5, world.everything(inbox).size());
  }

  @Test
  void a_text_beside_such_html_does_not_let_it_through() {
    Inbox inbox = world.inbox("alice");
    Message message =
        world.receiveRaw(
            inbox,
            "bob@example.com",
            "From: bob@example.com",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=b",
            "",
            "--b",
            "",
            "Hello",
            "--b",
            "Content-Type: text/html",
            "",
            HtmlBombs.quotedLink(40_000),
            "--b--");
    assertTrue(message.labels().contains("held"));
    assertEquals(List.of("unreadable_html"), reasons());
  }
}
