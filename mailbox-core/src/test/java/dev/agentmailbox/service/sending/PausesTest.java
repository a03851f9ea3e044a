package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PausesTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Caller owner = world.human(Role.OWNER);
  private final Caller approver = world.human(Role.APPROVER);
  private int mails;

  private MailInput mail() {
    return MailInput.from(inbox.address())
        .to("bob@example.com")
        .subject("s" + ++mails)
        .text("t")
        .build();
  }

  private String submit(MailInput mail) {
    return world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId();
  }

  private Send send(String sendId) {
    return world.sends.get(world.owner, sendId);
  }

  private long count(String type) {
    return world.logTypes().stream().filter(type::equals).count();
  }

  /** Accepted, then stopped: looked at once, it waits. */
  private String waiting(Executable stop, String reason) throws Throwable {
    String sendId = submit(mail());
    stop.execute();
    world.outbox.runDue();
    assertEquals(reason, send(sendId).deferredReason());
    assertEquals(List.of(), world.transport.captured());
    return sendId;
  }

  private void assertLeaves(String sendId) {
    world.outbox.runDue();
    assertEquals("sent", send(sendId).status().wireName());
    assertEquals(null, send(sendId).deferredReason());
  }

  // spec Inbox.1, InboxState.1, InboxState.2
  @Test
  void a_paused_inbox_refuses_sends_and_what_waits_leaves_when_it_is_resumed() throws Throwable {
    String sendId =
        waiting(
            () ->
                world.pauses.pauseInbox(
                    owner, "ALICE@agents.localhost", IdempotentRequest.unkeyed()),
            "inbox_paused");
    assertEquals("thread_locked inbox_paused", codeAndReason(() -> submit(mail())));
    assertEquals(
        InboxStatus.ACTIVE,
        world.pauses.resumeInbox(owner, inbox.address(), IdempotentRequest.unkeyed()).status());
    assertLeaves(sendId);
  }

  @Test
  void pausing_is_an_owners_and_resuming_a_verified_owners() {
    assertEquals(
        "human_required -",
        codeAndReason(
            () ->
                world.pauses.pauseInbox(
                    world.owner, inbox.address(), IdempotentRequest.unkeyed())));
    assertEquals(
        "missing_permission -",
        codeAndReason(
            () -> world.pauses.pauseInbox(approver, inbox.address(), IdempotentRequest.unkeyed())));
    assertEquals(
        "not_found -",
        codeAndReason(
            () -> world.pauses.pauseInbox(owner, "no@body.test", IdempotentRequest.unkeyed())));
    world.pauses.pauseInbox(world.unverified(), inbox.address(), IdempotentRequest.unkeyed());
    world.pauses.pauseInbox(owner, inbox.address(), IdempotentRequest.unkeyed());
    assertEquals(
        "step_up_required -",
        codeAndReason(
            () ->
                world.pauses.resumeInbox(
                    world.unverified(), inbox.address(), IdempotentRequest.unkeyed())));
    world.pauses.resumeInbox(owner, inbox.address(), IdempotentRequest.unkeyed());
    world.pauses.resumeInbox(owner, inbox.address(), IdempotentRequest.unkeyed());
  }

  // spec ThreadLock.1, ThreadLock.2, EventTypes.17, EventTypes.18
  @Test
  void a_locked_thread_refuses_sends_into_it_until_it_is_unlocked() throws Throwable {
    Message received = world.receive(inbox, "bob@example.com", "Hello", "Hi");
    String thread = received.threadId();
    MailInput reply = MailInput.reply(inbox.address(), received.id()).text("x").build();
    String waiting = submit(reply);
    assertTrue(world.pauses.lockThread(approver, inbox.address(), thread).locked());
    assertTrue(world.pauses.lockThread(approver, inbox.address(), thread).locked());
    world.outbox.runDue();
    assertEquals("thread_locked", send(waiting).deferredReason());
    assertEquals("thread_locked thread_locked", codeAndReason(() -> submit(reply)));
    String elsewhere = submit(mail());
    assertLeaves(elsewhere);
    assertFalse(world.pauses.unlockThread(approver, inbox.address(), thread).locked());
    assertFalse(world.pauses.unlockThread(approver, inbox.address(), thread).locked());
    assertLeaves(waiting);
    assertEquals(1, count("thread.locked"));
    assertEquals(1, count("thread.unlocked"));
    Event locked =
        world.log().stream()
            .filter(e -> e.type().wireName().equals("thread.locked"))
            .findFirst()
            .orElseThrow();
    assertEquals(thread, locked.threadId());
    assertEquals(Map.of("wake", true), locked.data());
  }

  @Test
  void a_lock_stays_when_mail_arrives_and_labels_change() {
    Message received = world.receive(inbox, "bob@example.com", "Hello", "Hi");
    world.pauses.lockThread(approver, inbox.address(), received.threadId());
    world.labels.update(
        world.owner, inbox.address(), received.id(), new LabelChange(List.of("x"), List.of()));
    world.receiveRaw(
        inbox,
        "bob@example.com",
        "From: bob@example.com",
        "In-Reply-To: " + received.headers().rfcMessageId(),
        "Subject: Re: Hello",
        "",
        "More");
    assertEquals(
        "thread_locked thread_locked",
        codeAndReason(
            () -> submit(MailInput.reply(inbox.address(), received.id()).text("x").build())));
  }

  @Test
  void a_thread_is_a_humans_to_lock_and_must_be_in_the_inbox() {
    Message received = world.receive(inbox, "bob@example.com", "Hello", "Hi");
    assertEquals(
        "human_required -",
        codeAndReason(
            () -> world.pauses.lockThread(world.owner, inbox.address(), received.threadId())));
    Inbox other = world.inbox("other");
    assertEquals(
        "not_found -",
        codeAndReason(() -> world.pauses.lockThread(owner, other.address(), received.threadId())));
    assertEquals(
        "not_found -",
        codeAndReason(() -> world.pauses.unlockThread(owner, inbox.address(), "thr_missing")));
  }

  // spec Breaker.1, Breaker.2, EventTypes.24, EventTypes.25, EventData.3, ErrorCodes.10
  @Test
  void a_suspended_organization_sends_nothing_and_still_receives() throws Throwable {
    String sendId =
        waiting(
            () -> world.pauses.suspend(owner, "Holidays", IdempotentRequest.unkeyed()),
            "org_suspended");
    assertEquals("account_suspended human", codeAndReason(() -> submit(mail())));
    assertEquals("Hello", world.receive(inbox, "bob@example.com", "Hello", "Hi").subject());
    assertEquals("human", world.usage.usage(world.owner, null, null).suspendedReason());
    assertEquals(
        "human",
        world.mailbox.accounts().organization(world.owner).organization().suspendedReason());
    world.pauses.suspend(owner, null, IdempotentRequest.unkeyed());
    Event told =
        world.log().stream()
            .filter(e -> e.type().wireName().equals("org.suspended"))
            .findFirst()
            .orElseThrow();
    assertEquals(Map.of("reason", "human", "note", "Holidays", "wake", true), told.data());
    assertFalse(
        world.pauses.resume(owner, IdempotentRequest.unkeyed()).organization().isSuspended());
    world.pauses.resume(owner, IdempotentRequest.unkeyed());
    assertLeaves(sendId);
    assertEquals(1, count("org.suspended"));
    assertEquals(1, count("org.resumed"));
  }

  // spec Breaker.2
  @Test
  void suspending_is_an_owners_and_resuming_a_verified_owners() {
    assertEquals(
        "human_required -",
        codeAndReason(() -> world.pauses.suspend(world.owner, null, IdempotentRequest.unkeyed())));
    assertEquals(
        "missing_permission -",
        codeAndReason(() -> world.pauses.suspend(approver, null, IdempotentRequest.unkeyed())));
    assertEquals(
        "validation_error -",
        codeAndReason(
            () -> world.pauses.suspend(owner, "x".repeat(281), IdempotentRequest.unkeyed())));
    world.pauses.suspend(world.unverified(), null, IdempotentRequest.unkeyed());
    assertEquals(
        "step_up_required -",
        codeAndReason(() -> world.pauses.resume(world.unverified(), IdempotentRequest.unkeyed())));
    world.pauses.resume(owner, IdempotentRequest.unkeyed());
  }

  @Test
  void a_paused_platform_refuses_new_sends_and_accepted_ones_wait() throws Throwable {
    String sendId =
        waiting(
            () -> world.pauses.pausePlatform(world.operator(), IdempotentRequest.unkeyed()),
            "sending_paused");
    world.pauses.pausePlatform(world.operator(), IdempotentRequest.unkeyed());
    MailboxException refusal = refused(() -> submit(mail()));
    assertEquals("sending_paused", refusal.code().wireName());
    assertTrue(refusal.retryAfter().isPresent());
    assertFalse(
        world.pauses.resumePlatform(world.operator(), IdempotentRequest.unkeyed()).paused());
    assertLeaves(sendId);
    assertEquals(1, count("send.deferred"));
  }

  @Test
  void the_platform_is_an_operators() {
    assertEquals(
        "human_required -",
        codeAndReason(() -> world.pauses.pausePlatform(world.owner, IdempotentRequest.unkeyed())));
    assertEquals(
        "missing_permission -",
        codeAndReason(() -> world.pauses.pausePlatform(owner, IdempotentRequest.unkeyed())));
    assertEquals(
        "step_up_required -",
        codeAndReason(
            () -> world.pauses.resumePlatform(world.unverified(), IdempotentRequest.unkeyed())));
  }

  @Test
  void of_several_stops_the_table_of_checks_says_which_is_told() {
    Message received = world.receive(inbox, "bob@example.com", "Hello", "Hi");
    MailInput reply = MailInput.reply(inbox.address(), received.id()).text("Dear {{name}}").build();
    world.pauses.pausePlatform(world.operator(), IdempotentRequest.unkeyed());
    assertEquals("send_blocked -", codeAndReason(() -> submit(reply)));
    world.pauses.pauseInbox(owner, inbox.address(), IdempotentRequest.unkeyed());
    assertEquals("thread_locked inbox_paused", codeAndReason(() -> submit(reply)));
    world.pauses.lockThread(owner, inbox.address(), received.threadId());
    assertEquals("thread_locked thread_locked", codeAndReason(() -> submit(reply)));
    world.pauses.suspend(owner, null, IdempotentRequest.unkeyed());
    assertEquals("account_suspended human", codeAndReason(() -> submit(reply)));
  }

  @Test
  void ending_one_stop_leaves_what_waits_for_another() throws Throwable {
    String sendId =
        waiting(
            () -> world.pauses.suspend(owner, null, IdempotentRequest.unkeyed()), "org_suspended");
    world.pauses.pausePlatform(world.operator(), IdempotentRequest.unkeyed());
    world.pauses.resume(owner, IdempotentRequest.unkeyed());
    world.outbox.runDue();
    Send send = send(sendId);
    assertEquals("sending_paused", send.deferredReason());
    assertTrue(Objects.requireNonNull(send.times().nextAttemptAt()).isAfter(world.context.now()));
    world.pauses.resumePlatform(world.operator(), IdempotentRequest.unkeyed());
    assertLeaves(sendId);
  }
}
