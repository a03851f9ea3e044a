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
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
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
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;
  private final CapturingTransport capture = fixture.transport;
  private final SendRecords records = drafting.records;

  @Test
  void a_draft_that_is_sent_is_gone_and_its_mail_says_what_it_said() throws IOException {
    Draft draft =
        drafting.draft(
            MailInput.from(INBOX)
                .to("\"Smith, Ann\" <ann@example.com>")
                .cc(List.of("c@example.com", "ann@example.com"))
                .subject("Hello")
                .text("Some words.")
                .html("<p>Some words.</p>")
                .labels(List.of("one", "two"))
                .attach(file("a.txt", "first")));
    SendResult result =
        fixture.drafts.send(
            CALLER,
            INBOX,
            draft.id(),
            new LabelChange(List.of("three"), List.of("one")),
            IdempotentRequest.unkeyed());
    assertEquals(SendStatus.SENDING, result.status());
    assertEquals(Optional.of(SendStatus.SENDING), drafting.shown(draft));
    fixture.outbox.runDue();

    Send send = fixture.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(SendKind.DRAFT, send.origin().kind());
    assertEquals(draft.id(), send.origin().draftId());
    assertEquals(List.of("ann@example.com", "c@example.com"), addresses(send));
    ParsedMessage mail = drafting.handedOver();
    assertEquals("Smith, Ann", mail.headers().to().get(0).name());
    assertEquals("Hello", mail.headers().subject());
    assertEquals(List.of("a.txt"), fileNames(mail));
    assertEquals(Optional.empty(), drafting.now(draft));
    String copyId = Optional.ofNullable(send.messageId()).orElseThrow();
    Message copy = fixture.read(tx -> tx.messages().find(ONE, copyId)).orElseThrow();
    assertEquals(Set.of("sent", "three", "two"), copy.labels());
    assertEquals(0, records.leftOver(), "the content of its file went with it");
    long stored = fixture.read(tx -> tx.inboxes().find(ONE, INBOX)).orElseThrow().storedBytes();
    assertEquals(copy.size(), stored);
  }

  // spec EventTypes.11
  @Test
  void a_submission_is_told() {
    Draft draft = drafting.draft(plain());
    Send send = drafting.send(draft);
    Event submitted = fixture.event(EventType.DRAFT_SUBMITTED);
    assertEquals(
        Map.of("draft_id", draft.id(), "send_id", send.id(), "wake", true), submitted.data());
    assertEquals(List.of(EventType.DRAFT_SUBMITTED, EventType.MESSAGE_SENT), fixture.eventTypes());
  }

  @Test
  void a_draft_waits_for_its_time_and_is_read_only_meanwhile() {
    Instant at = START.plus(Duration.ofHours(1));
    Draft draft = drafting.draft(plain().sendAt(at));
    fixture.clock.set(at.minusSeconds(10));
    assertEquals(0, fixture.outbox.runDue(), "nothing is scheduled before it is sent");
    SendResult result = drafting.submit(draft);
    assertEquals(SendStatus.SCHEDULED, result.status());
    assertEquals(at, result.sendAt());
    assertEquals(Optional.of(SendStatus.SCHEDULED), drafting.shown(draft));
    drafting.assertReadOnly(draft);
    fixture.clock.set(at);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(result.sendId()).status());
    assertEquals(Optional.empty(), drafting.now(draft));
  }

  // spec EventTypes.15
  @Test
  void deleting_a_scheduled_draft_cancels_its_send() {
    Draft draft = drafting.draft(plain().sendAt(START.plus(Duration.ofHours(1))));
    SendResult scheduled = drafting.submit(draft);
    fixture.drafts.delete(CALLER, INBOX, draft.id());
    assertEquals(SendStatus.CANCELLED, fixture.get(scheduled.sendId()).status());
    assertEquals(
        List.of(EventType.DRAFT_SUBMITTED, EventType.SEND_CANCELLED), fixture.eventTypes());
    assertEquals(Optional.empty(), drafting.now(draft));
    fixture.clock.set(START.plus(Duration.ofHours(2)));
    assertEquals(0, fixture.outbox.runDue());
  }

  @Test
  void deleting_a_draft_that_waits_for_approval_cancels_its_send() {
    fixture.askForApproval("first_contact");
    Draft draft = drafting.draft(plain());
    SendResult pending = drafting.submit(draft);
    fixture.drafts.delete(CALLER, INBOX, draft.id());
    assertEquals(SendStatus.CANCELLED, fixture.get(pending.sendId()).status());
    assertEquals(Optional.empty(), drafting.now(draft));
  }

  @Test
  void a_draft_that_is_being_handed_over_cannot_be_deleted() {
    Draft draft = drafting.draft(plain());
    SendResult sending = drafting.submit(draft);
    assertEquals(SendStatus.SENDING, sending.status());
    assertConflict("send_waiting", () -> fixture.drafts.delete(CALLER, INBOX, draft.id()));
    assertEquals(SendStatus.SENDING, fixture.get(sending.sendId()).status());
  }

  @Test
  void a_cancelled_draft_can_be_changed_and_sent_again() {
    Draft draft = drafting.draft(plain().sendAt(START.plus(Duration.ofHours(1))));
    SendResult first = drafting.submit(draft);
    fixture.sends.cancel(CALLER, first.sendId());
    assertEquals(Optional.empty(), drafting.shown(draft));
    drafting.assertEditable(draft);
    DraftChanges atOnce = DraftChanges.of(MailInput.from(INBOX).sendAt(null).build());
    Draft changed = fixture.drafts.update(CALLER, draft.id(), atOnce).draft();
    assertEquals(
        Optional.of(new DraftSubmission(first.sendId(), SendStatus.CANCELLED)),
        Optional.ofNullable(changed.submission()));
    assertEquals(SendStatus.SENT, drafting.send(draft).status());
    assertEquals(Optional.empty(), drafting.now(draft));
  }

  @Test
  void a_rejected_draft_can_be_changed_and_an_approved_one_leaves() {
    fixture.askForApproval("first_contact");
    Draft draft = drafting.draft(plain());
    SendResult pending = drafting.submit(draft);
    assertEquals(SendStatus.PENDING_APPROVAL, pending.status());
    assertEquals(Optional.of(SendStatus.PENDING_APPROVAL), drafting.shown(draft));
    drafting.assertReadOnly(draft);
    fixture.reject(pending);
    assertEquals(Optional.of(SendStatus.FAILED), drafting.shown(draft));
    drafting.assertEditable(draft);
    SendResult again = drafting.submit(draft);
    fixture.approve(again);
    fixture.outbox.runDue();
    assertEquals(SendStatus.SENT, fixture.get(again.sendId()).status());
    assertEquals(Optional.empty(), drafting.now(draft));
  }

  @Test
  void a_draft_nobody_took_can_be_changed() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Draft draft = drafting.draft(plain());
    assertEquals(SendStatus.FAILED, drafting.send(draft).status());
    assertEquals(Optional.of(SendStatus.FAILED), drafting.shown(draft));
    drafting.assertEditable(draft);
  }

  @Test
  void a_draft_that_is_blocked_when_it_falls_due_can_be_changed() {
    Draft draft = drafting.draft(plain().sendAt(START.plusSeconds(60)));
    SendResult result = drafting.submit(draft);
    records.block("bob@example.com");
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.outbox.runDue();
    assertEquals(SendStatus.BLOCKED, fixture.get(result.sendId()).status());
    assertEquals(Optional.of(SendStatus.FAILED), drafting.shown(draft));
    drafting.assertEditable(draft);
  }

  @Test
  void a_repeated_request_hears_the_first_answer_even_when_the_draft_is_gone() {
    Draft draft = drafting.draft(plain());
    SendResult first =
        fixture.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body"));
    fixture.outbox.runDue();
    assertEquals(Optional.empty(), drafting.now(draft));
    IdempotentRequest.Replay replay =
        assertThrows(
            IdempotentRequest.Replay.class,
            () -> fixture.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body")));
    assertEquals(first.sendId(), replay.answer().body());
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> drafting.submit(draft)).code());
    assertEquals(1, capture.captured().size());
  }

  @Test
  void a_draft_that_waits_when_its_inbox_is_deleted_is_never_sent() {
    Draft draft = drafting.draft(plain().sendAt(START.plusSeconds(60)));
    SendResult result = drafting.submit(draft);
    new Inboxes(fixture.context, new IdempotencyRunner(fixture.context)).delete(CALLER, INBOX);
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.outbox.runDue();
    assertEquals(SendStatus.CANCELLED, fixture.get(result.sendId()).status());
    assertEquals(
        List.of(), fixture.read(tx -> tx.drafts().list(ORG_A, null, null, PageRequest.first(10))));
    assertEquals(List.of(), capture.captured());
  }
}
