package dev.agentmailbox.service.maintenance;

import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is never removed by its age. */
class RetentionKeepsTest {
  @Test
  void held_mail_stays_with_its_content_until_a_human_decides() throws IOException {
    try (ServiceFixture world = new ServiceFixture()) {
      Inbox inbox = world.inbox("agent");
      world.findings.add("injection_suspected");
      Message held = world.receive(inbox, "eve@example.com", "Plan", "text");
      world.clock.advance(Duration.ofDays(400));
      int unused = new Retention(world.context).run();
      assertEquals(List.of(held.id()), world.everything(inbox).stream().map(Message::id).toList());
      assertTrue(world.store.content().find(held.content().contentKey()).isPresent());
    }
  }

  @Test
  void mail_that_waits_for_its_time_leaves_whole_after_weeks_of_upkeep() {
    SendingFixture fixture = new SendingFixture();
    SendResult result = fixture.submit(mail().sendAt(START.plus(Duration.ofDays(29))));
    Retention retention = new Retention(fixture.context);
    for (int day = 0; day < 29; day++) {
      assertEquals(SendStatus.SCHEDULED, fixture.get(result.sendId()).status());
      fixture.clock.advance(Duration.ofDays(1));
      int unused = retention.run();
    }
    int handedOver = fixture.outbox.runDue();
    assertTrue(handedOver > 0);
    assertEquals(SendStatus.SENT, fixture.get(result.sendId()).status());
  }
}
