package dev.agentmailbox.service.message;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a key sees of a message that is held. */
class HeldMessageTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");

  // spec HeldMessage.1, SystemLabels.6
  @Test
  void a_held_message_is_metadata_only_for_a_key_everywhere() throws Exception {
    world.findings.add("injection_suspected");
    world.deliver(
        "eve@x.test",
        List.of(inbox.address()),
        "From: eve@x.test",
        "Subject: Secret plan",
        "",
        "read me");
    Message held = world.list(inbox, MessageFilter.ALL).get(0);
    assertEquals(Set.of("held", "received", "unread"), held.labels());
    assertNull(held.subject());
    assertNull(held.content().preview());
    MessageView view = world.messages.get(world.owner, inbox.address(), held.id());
    assertNull(view.body().text());
    assertTrue(view.body().headers().isEmpty());
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.messages.raw(world.owner, inbox.address(), held.id())));
    MessageFilter oracle =
        new MessageFilter(List.of(), Set.of(), null, null, List.of(), List.of(), List.of("secret"));
    assertEquals(List.of(), world.list(inbox, oracle));
    MailThread thread =
        world
            .threads
            .list(world.owner, inbox.scope(), ThreadFilter.ALL, PageRequest.first(5))
            .items()
            .get(0);
    assertNull(thread.content().subject());
    assertNull(thread.content().preview());
    assertEquals(
        List.of(),
        world
            .search
            .messages(
                world.owner,
                inbox.address(),
                new Search.Query("secret", MessageFilter.ALL),
                PageRequest.first(5))
            .items());
    Caller human =
        new Caller.Human(
            "usr_1", world.owner.scope(), Role.OWNER, EnumSet.allOf(Permission.class), true, false);
    assertEquals(
        "Secret plan", world.messages.get(human, inbox.address(), held.id()).message().subject());
    assertEquals(
        List.of("injection_suspected"),
        world.log().get(world.log().size() - 1).data().get("reasons"));
  }
}
