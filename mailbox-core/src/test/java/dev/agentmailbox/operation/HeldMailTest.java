package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldMailTest {
  private final World world = new World();
  private final Inbox inbox = world.inbox("alice");

  @AfterEach
  void close() {
    world.close();
  }

  private Message held() {
    world.findings.add("injection_suspected");
    Message held = world.receive(inbox, "eve@example.com", "Secret plan", "the word sesame");
    world.findings.clear();
    return held;
  }

  private int found() {
    return world
        .search
        .messages(
            world.owner,
            inbox.address(),
            new Search.Query("sesame", MessageFilter.ALL),
            PageRequest.first(5))
        .items()
        .size();
  }

  private String subjectOfThread(String threadId) {
    return String.valueOf(
        world
            .threads
            .get(world.owner, inbox.scope(), threadId, PageRequest.first(1))
            .thread()
            .subject());
  }

  @Test
  void a_human_reads_a_held_message_whole_and_a_key_does_not() {
    Message held = held();
    assertEquals(
        "Secret plan",
        world
            .messages
            .get(world.human(Role.APPROVER), inbox.address(), held.id())
            .message()
            .subject());
    assertNull(world.messages.get(world.owner, inbox.address(), held.id()).message().subject());
  }

  @Test
  void a_released_message_is_shown_found_and_wakes_the_agent() {
    Message held = held();
    assertEquals(0, found());
    assertEquals("null", subjectOfThread(held.threadId()));
    MessageView released =
        world.heldMail.release(world.human(Role.APPROVER), inbox.address(), held.id());
    assertEquals(Set.of("received", "unread"), released.message().labels());
    assertEquals(
        "Secret plan",
        world.messages.get(world.owner, inbox.address(), held.id()).message().subject());
    assertEquals(1, found());
    assertEquals("Secret plan", subjectOfThread(held.threadId()));
    Event last = world.log().get(world.log().size() - 1);
    assertEquals("message.released", last.type().wireName());
    assertEquals(held.id(), last.messageId());
    assertEquals(Map.of("wake", true), last.data());
    assertEquals(
        Set.of("eve@example.com"),
        world.store.read(
            tx -> tx.sends().knownContacts(inbox.scope(), List.of("eve@example.com"))));
  }

  @Test
  void releasing_twice_is_one_event() {
    Message held = held();
    world.heldMail.release(world.human(Role.OWNER), inbox.address(), held.id());
    world.heldMail.release(world.human(Role.OWNER), inbox.address(), held.id());
    assertEquals(1, world.logTypes().stream().filter("message.released"::equals).count());
  }

  @Test
  void a_key_releases_nothing() {
    Message held = held();
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.heldMail.release(world.owner, inbox.address(), held.id())));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () -> world.heldMail.release(world.human(Role.OWNER), inbox.address(), "msg_missing")));
  }
}
