package dev.agentmailbox.service.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What follows from knowing, or not knowing, who sent a message. */
class SenderTrustTest {
  private static final Evidence ALIGNED =
      new Evidence(
          true, new Authentication("pass", "none", "pass", "example.com"), Requested.NOTHING);
  private static final Evidence NOT_ALIGNED =
      new Evidence(true, new Authentication("fail", "none", "none", null), Requested.NOTHING);

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");

  private Message receive(Evidence evidence, String from) {
    world.authentication = (envelope, message, raw) -> evidence;
    return world.receive(inbox, from, "Hi", "text");
  }

  private void hold(String... reasons) {
    world.store.write(
        tx -> {
          Inbox i = tx.inboxes().lock(inbox.scope(), inbox.address()).orElseThrow();
          Policy policy = new Policy(null, null, Set.of(reasons), null, null, null);
          tx.inboxes().update(i.withPolicy(policy, i.updatedAt()));
          return true;
        });
  }

  private List<?> heldFor() {
    List<Event> log = world.log();
    Event last = log.get(log.size() - 1);
    return last.type().wireName().equals("message.held")
        ? (List<?>) Objects.requireNonNull(last.data().get("reasons"))
        : List.of();
  }

  @Test
  void what_was_found_stands_on_the_message() {
    assertEquals(
        ALIGNED.authentication(), receive(ALIGNED, "bob@example.com").origin().authentication());
    world.authentication = SenderAuthentication.OFF;
    assertEquals(
        Authentication.NONE, world.receive(inbox, "b@x.test", "Hi", "t").origin().authentication());
  }

  @Test
  void an_allow_entry_counts_only_for_an_author_who_was_authenticated() {
    world.listSender(inbox, ListEntry.Type.ALLOW, "bob@example.com");
    assertEquals(
        Classification.NORMAL, receive(ALIGNED, "bob@example.com").origin().classification());
    assertEquals(
        Classification.BLOCKED, receive(NOT_ALIGNED, "bob@example.com").origin().classification());
    assertEquals(
        Classification.NORMAL,
        receive(Evidence.NOT_CHECKED, "bob@example.com").origin().classification());
  }

  @Test
  void a_display_name_is_never_compared_with_a_list() {
    world.listSender(inbox, ListEntry.Type.ALLOW, "bob@example.com");
    assertEquals(
        Classification.BLOCKED,
        receive(ALIGNED, "\"bob@example.com\" <eve@example.com>").origin().classification());
  }

  @Test
  void a_block_entry_counts_for_author_and_envelope_sender_whoever_they_are() {
    world.listSender(inbox, ListEntry.Type.BLOCK, "evil.test");
    assertEquals(
        Classification.BLOCKED, receive(NOT_ALIGNED, "x@evil.test").origin().classification());
    world.authentication = (envelope, message, raw) -> ALIGNED;
    Message message =
        world.receiveRaw(inbox, "bounce@evil.test", "From: bob@example.com", "", "text");
    assertEquals(Classification.BLOCKED, message.origin().classification());
  }

  @Test
  void a_policy_can_hold_mail_that_nothing_vouches_for() {
    hold("unauthenticated");
    assertFalse(receive(ALIGNED, "bob@example.com").isHeld());
    assertTrue(receive(NOT_ALIGNED, "bob@example.com").isHeld());
    assertEquals(List.of("unauthenticated"), heldFor());
    assertTrue(receive(Evidence.NOT_CHECKED, "bob@example.com").isHeld());
  }

  @Test
  void a_policy_can_hold_senders_the_inbox_never_wrote_to() {
    hold("unknown_sender");
    assertTrue(receive(ALIGNED, "bob@example.com").isHeld());
    assertEquals(List.of("unknown_sender"), heldFor());
    world.store.write(
        tx -> {
          tx.contacts()
              .note(
                  inbox.scope(),
                  Direction.OUTBOUND,
                  List.of("bob@example.com"),
                  world.context.now());
          return true;
        });
    assertFalse(receive(ALIGNED, "bob@example.com").isHeld());
    // Anybody can write that name into a From field.
    assertTrue(receive(NOT_ALIGNED, "bob@example.com").isHeld());
    world.listSender(inbox, ListEntry.Type.ALLOW, "carol@example.com");
    assertFalse(receive(ALIGNED, "carol@example.com").isHeld());
  }

  @Test
  void who_only_wrote_to_the_inbox_stays_an_unknown_sender() {
    assertFalse(receive(ALIGNED, "bob@example.com").isHeld());
    hold("unknown_sender");
    assertTrue(receive(ALIGNED, "bob@example.com").isHeld());
  }

  @Test
  void only_an_authenticated_author_becomes_a_contact() {
    receive(NOT_ALIGNED, "bob@example.com");
    assertEquals(Set.of(), contacts("bob@example.com"));
    receive(ALIGNED, "bob@example.com");
    assertEquals(Set.of("bob@example.com"), contacts("bob@example.com"));
  }

  private Set<String> contacts(String address) {
    return world.store.read(
        tx -> tx.contacts().known(inbox.scope(), Direction.INBOUND, List.of(address)));
  }

  @Test
  void a_check_that_breaks_is_a_temporary_error_and_the_mail_is_stored() {
    world.authentication =
        (envelope, message, raw) -> {
          throw new IllegalStateException("broken");
        };
    Message message = world.receive(inbox, "bob@example.com", "Hi", "text");
    assertEquals("temperror", message.origin().authentication().dmarc());
    assertFalse(message.isHeld());
  }

  @Test
  void only_a_recipient_of_the_mail_it_names_answers_it() {
    String named = "In-Reply-To: " + sentTo("bob@example.com");
    world.listSender(inbox, ListEntry.Type.ALLOW, "friend.test");
    assertEquals(Classification.NORMAL, answer(ALIGNED, "bob@example.com", named));
    assertEquals(Classification.NORMAL, answer(ALIGNED, "Bob <BOB@(x)example.com. >", named));
    assertEquals(Classification.BLOCKED, answer(ALIGNED, "stalker@evil.test", named));
    assertEquals(Classification.BLOCKED, answer(NOT_ALIGNED, "bob@example.com", named));
    assertEquals(Classification.BLOCKED, answer(ALIGNED, "bob@example.com", ""));
    assertEquals(
        Classification.BLOCKED, answer(ALIGNED, "bob@example.com, stalker@evil.test", named));
  }

  @Test
  void a_receive_block_entry_counts_for_answers_too() {
    String named = "In-Reply-To: " + sentTo("bob@example.com");
    assertEquals(Classification.NORMAL, answer(ALIGNED, "bob@example.com", named));
    world.listSender(inbox, ListEntry.Type.BLOCK, "bob@example.com");
    assertEquals(Classification.BLOCKED, answer(ALIGNED, "bob@example.com", named));
  }

  @Test
  void comments_blanks_and_a_final_dot_do_not_evade_a_block_entry() {
    world.listSender(inbox, ListEntry.Type.BLOCK, "blocked@evil.test");
    for (String from :
        List.of(
            "<blocked@evil.test >",
            "blocked@evil.test.",
            "blocked(x)@evil(y).test",
            "blocked @ evil . test",
            "blocked@EV\uff29L\u3002test",
            "<@relay.test:blocked@evil.test>",
            "Team: a@b.test, blocked@evil.test;")) {
      assertEquals(
          Classification.BLOCKED, receive(NOT_ALIGNED, from).origin().classification(), from);
    }
  }

  /** The Message-ID of a mail sent. */
  private String sentTo(String recipient) {
    MailInput mail =
        MailInput.from(inbox.address()).to(recipient).subject("Hi").text("text").build();
    world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed());
    world.outbox.runDue();
    return Objects.requireNonNull(world.everything(inbox).get(0).headers().rfcMessageId());
  }

  private Classification answer(Evidence evidence, String from, String field) {
    world.authentication = (envelope, message, raw) -> evidence;
    String header = "From: " + from + (field.isEmpty() ? "" : "\n" + field);
    return world
        .receiveRaw(inbox, "x@example.com", header, "", "text " + world.log().size())
        .origin()
        .classification();
  }
}
