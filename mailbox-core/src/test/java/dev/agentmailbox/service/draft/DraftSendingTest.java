package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendRecords.addresses;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.service.draft.DraftingFixture.AS_IT_IS;
import static dev.agentmailbox.service.draft.DraftingFixture.fileNames;
import static dev.agentmailbox.service.draft.DraftingFixture.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a draft that is sent, on a clock that is moved by hand. */
class DraftSendingTest {
  private final DraftingFixture desk = new DraftingFixture();
  private final SendingFixture room = desk.room;
  private final CapturingTransport capture = room.transport;
  private final SendRecords records = desk.records;

  @Test
  void a_draft_that_is_sent_is_gone_and_its_mail_says_what_it_said() throws IOException {
    Draft draft =
        desk.draft(
            plain()
                .to("\"Smith, Ann\" <ann@example.com>")
                .cc(List.of("c@example.com", "ann@example.com"))
                .html("<p>Some words.</p>")
                .labels(List.of("one", "two"))
                .attach(file("a.txt", "first")));
    SendResult result =
        room.drafts.send(
            CALLER,
            INBOX,
            draft.id(),
            new LabelChange(List.of("three"), List.of("one")),
            IdempotentRequest.unkeyed());
    assertEquals(SendStatus.SENDING, result.status());
    assertEquals(Optional.of(SendStatus.SENDING), desk.shown(draft));
    room.outbox.runDue();

    Send send = room.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(SendKind.DRAFT, send.origin().kind());
    assertEquals(draft.id(), send.origin().draftId());
    assertEquals(List.of("ann@example.com", "c@example.com"), addresses(send));
    ParsedMessage mail = desk.handedOver();
    assertEquals("Smith, Ann", mail.headers().to().get(0).name());
    assertEquals("Hello", mail.headers().subject());
    assertEquals(List.of("a.txt"), fileNames(mail));
    assertEquals(Optional.empty(), desk.now(draft));
    String copyId = Optional.ofNullable(send.messageId()).orElseThrow();
    Message copy = room.read(tx -> tx.messages().find(ONE, copyId)).orElseThrow();
    assertEquals(Set.of("sent", "three", "two"), copy.labels());
    assertEquals(0, records.leftOver(), "the content of its file went with it");
    long stored = room.read(tx -> tx.inboxes().find(ONE, INBOX)).orElseThrow().storedBytes();
    assertEquals(copy.size(), stored);
  }

  // spec EventTypes.11
  @Test
  void a_submission_is_told() {
    Draft draft = desk.draft(plain());
    Send send = desk.send(draft);
    Event submitted = room.event(EventType.DRAFT_SUBMITTED);
    assertEquals(
        Map.of("draft_id", draft.id(), "send_id", send.id(), "wake", true), submitted.data());
    assertEquals(List.of(EventType.DRAFT_SUBMITTED, EventType.MESSAGE_SENT), room.eventTypes());
  }

  @Test
  void a_draft_waits_for_its_time_and_is_read_only_meanwhile() {
    Instant at = START.plus(Duration.ofHours(1));
    Draft draft = desk.draft(plain().sendAt(at));
    room.clock.set(at.minusSeconds(10));
    assertEquals(0, room.outbox.runDue(), "nothing is scheduled before it is sent");
    SendResult result = desk.submit(draft);
    assertEquals(SendStatus.SCHEDULED, result.status());
    assertEquals(at, result.sendAt());
    assertEquals(Optional.of(SendStatus.SCHEDULED), desk.shown(draft));
    desk.assertReadOnly(draft);
    room.clock.set(at);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(result.sendId()).status());
    assertEquals(Optional.empty(), desk.now(draft));
  }

  // spec EventTypes.15
  @Test
  void deleting_a_scheduled_draft_cancels_its_send() {
    Draft draft = desk.draft(plain().sendAt(START.plus(Duration.ofHours(1))));
    SendResult scheduled = desk.submit(draft);
    room.drafts.delete(CALLER, INBOX, draft.id());
    assertEquals(SendStatus.CANCELLED, room.get(scheduled.sendId()).status());
    assertEquals(List.of(EventType.DRAFT_SUBMITTED, EventType.SEND_CANCELLED), room.eventTypes());
    assertEquals(Optional.empty(), desk.now(draft));
    room.clock.set(START.plus(Duration.ofHours(2)));
    assertEquals(0, room.outbox.runDue());
  }

  @Test
  void deleting_a_draft_that_waits_for_approval_cancels_its_send() {
    room.askForApproval("first_contact");
    Draft draft = desk.draft(plain());
    SendResult pending = desk.submit(draft);
    room.drafts.delete(CALLER, INBOX, draft.id());
    assertEquals(SendStatus.CANCELLED, room.get(pending.sendId()).status());
    assertEquals(Optional.empty(), desk.now(draft));
  }

  @Test
  void a_draft_that_is_being_handed_over_cannot_be_deleted() {
    Draft draft = desk.draft(plain());
    SendResult sending = desk.submit(draft);
    assertEquals(SendStatus.SENDING, sending.status());
    assertConflict("send_waiting", () -> room.drafts.delete(CALLER, INBOX, draft.id()));
    assertEquals(SendStatus.SENDING, room.get(sending.sendId()).status());
  }

  @Test
  void a_cancelled_draft_can_be_changed_and_sent_again() {
    Draft draft = desk.draft(plain().sendAt(START.plus(Duration.ofHours(1))));
    SendResult first = desk.submit(draft);
    room.sends.cancel(CALLER, first.sendId());
    assertEquals(Optional.empty(), desk.shown(draft));
    desk.assertEditable(draft);
    DraftChanges atOnce = DraftChanges.none().sendAt(FieldUpdate.to(null)).build();
    Draft changed = room.drafts.update(CALLER, INBOX, draft.id(), atOnce).draft();
    assertEquals(
        Optional.of(new DraftSubmission(first.sendId(), SendStatus.CANCELLED)),
        Optional.ofNullable(changed.submission()));
    assertEquals(SendStatus.SENT, desk.send(draft).status());
    assertEquals(Optional.empty(), desk.now(draft));
  }

  @Test
  void a_rejected_draft_can_be_changed_and_an_approved_one_leaves() {
    room.askForApproval("first_contact");
    Draft draft = desk.draft(plain());
    SendResult pending = desk.submit(draft);
    assertEquals(SendStatus.PENDING_APPROVAL, pending.status());
    assertEquals(Optional.of(SendStatus.PENDING_APPROVAL), desk.shown(draft));
    desk.assertReadOnly(draft);
    room.reject(pending);
    assertEquals(Optional.of(SendStatus.FAILED), desk.shown(draft));
    desk.assertEditable(draft);
    SendResult again = desk.submit(draft);
    room.approve(again);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(again.sendId()).status());
    assertEquals(Optional.empty(), desk.now(draft));
  }

  @Test
  void a_draft_nobody_took_can_be_changed() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Draft draft = desk.draft(plain());
    assertEquals(SendStatus.FAILED, desk.send(draft).status());
    assertEquals(Optional.of(SendStatus.FAILED), desk.shown(draft));
    desk.assertEditable(draft);
  }

  @Test
  void a_draft_that_is_blocked_when_it_falls_due_can_be_changed() {
    Draft draft = desk.draft(plain().sendAt(START.plusSeconds(60)));
    SendResult result = desk.submit(draft);
    records.block("bob@example.com");
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    assertEquals(SendStatus.BLOCKED, room.get(result.sendId()).status());
    assertEquals(Optional.of(SendStatus.FAILED), desk.shown(draft));
    desk.assertEditable(draft);
  }

  @Test
  void a_repeated_request_hears_the_first_answer_even_when_the_draft_is_gone() {
    Draft draft = desk.draft(plain());
    SendResult first = room.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body"));
    room.outbox.runDue();
    assertEquals(Optional.empty(), desk.now(draft));
    IdempotentRequest.Replay replay =
        assertThrows(
            IdempotentRequest.Replay.class,
            () -> room.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body")));
    assertEquals(first.sendId(), replay.answer().body());
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> desk.submit(draft)).code());
    assertEquals(1, capture.captured().size());
  }

  @Test
  void a_draft_that_waits_when_its_inbox_is_deleted_is_never_sent() {
    Draft draft = desk.draft(plain().sendAt(START.plusSeconds(60)));
    SendResult result = desk.submit(draft);
    new Inboxes(room.context, new IdempotencyRunner(room.context)).delete(CALLER, INBOX);
    room.clock.advance(Duration.ofMinutes(2));
    room.outbox.runDue();
    assertEquals(SendStatus.CANCELLED, room.get(result.sendId()).status());
    assertEquals(
        List.of(), room.read(tx -> tx.drafts().list(ORG_A, null, null, PageRequest.first(10))));
    assertEquals(List.of(), capture.captured());
  }
}
