package dev.agentmailbox.service.sending.outbox;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.FaultyStore;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.SendResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends whose mail does not leave the process. */
class ImmediateOutcomeTest {
  private final MailboxStore store = spy(new InMemoryStore());
  private final CapturingTransport keeping = keeping();
  private final SendingFixture fixture = new SendingFixture(store, keeping);

  private static CapturingTransport keeping() {
    return new CapturingTransport(CapturingTransport.Kind.KEEPING, 100);
  }

  private static List<Message> copies(SendingFixture fixture) {
    return fixture
        .mailbox
        .messages()
        .list(CALLER, INBOX, MessageFilter.ALL, PageRequest.first(50))
        .items();
  }

  @Test
  void it_is_accepted_and_recorded_in_one_write() {
    clearInvocations(store);
    SendResult result = fixture.sends.submitAndWait(CALLER, mail().build(), keyed("k", "b"));
    verify(store, times(1)).write(any());

    assertEquals(SendStatus.SENT, result.status());
    assertTrue(result.captured());
    Send send = fixture.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(1, send.attempts());
    assertEquals(List.of(send.messageId()), copies(fixture).stream().map(Message::id).toList());
    assertEquals(List.of(send.id()), keeping.captured().stream().map(c -> c.sendId()).toList());
    assertEquals(0, fixture.outbox.runDue());
    IdempotentRequest.Replay replay =
        assertThrows(
            IdempotentRequest.Replay.class,
            () -> fixture.sends.submitAndWait(CALLER, mail().build(), keyed("k", "b")));
    assertEquals(result.sendId(), replay.answer().body());
  }

  @Test
  void its_send_copy_and_events_are_those_of_a_hand_over() {
    SendingFixture relayed = new SendingFixture(new CapturingTransport());
    Send kept = fixture.get(fixture.submit(mail()).sendId());
    Send sent = relayed.send(mail());

    assertEquals(relayed.eventTypes(), fixture.eventTypes());
    assertEquals(sent.recipients().toString(), kept.recipients().toString());
    assertEquals(sent.attempts(), kept.attempts());
    assertEquals(sent.times(), kept.times());
    assertEquals(copies(relayed).get(0).labels(), copies(fixture).get(0).labels());
    assertEquals(
        copies(relayed).get(0).headers().subject(), copies(fixture).get(0).headers().subject());
  }

  @Test
  void an_attempt_decides_where_an_inbox_of_the_service_is_a_recipient() {
    SendResult mixed = fixture.submit(mail().cc(List.of(OTHER_INBOX)));
    assertEquals(SendStatus.SENDING, mixed.status());
    assertEquals(1, fixture.outbox.runDue());
    assertEquals(SendStatus.SENT, fixture.get(mixed.sendId()).status());
    assertEquals(1, keeping.captured().size());
  }

  @Test
  void an_attempt_decides_where_an_outcome_is_scripted() {
    keeping.failNext(CapturingTransport.unknownUser());
    SendResult scripted = fixture.submit(mail());
    assertEquals(SendStatus.SENDING, scripted.status());
    fixture.outbox.runDue();
    assertEquals(SendStatus.FAILED, fixture.get(scripted.sendId()).status());
  }

  @Test
  void what_a_human_or_the_clock_releases_is_not_recorded_before() {
    fixture.askForApproval("first_contact");
    SendResult pending = fixture.submit(mail());
    assertEquals(SendStatus.PENDING_APPROVAL, pending.status());
    fixture.askForApproval();
    SendResult scheduled =
        fixture.submit(mail().subject("later").sendAt(fixture.clock.instant().plusSeconds(3_600)));
    assertEquals(SendStatus.SCHEDULED, scheduled.status());
    assertEquals(List.of(), copies(fixture));
    assertEquals(List.of(), keeping.captured());
  }

  @Test
  void a_draft_that_is_sent_is_gone_with_its_files() {
    Draft draft =
        fixture
            .drafts
            .create(
                CALLER, mail().attach(file("a.txt", "first")).build(), IdempotentRequest.unkeyed())
            .draft();
    clearInvocations(store);
    SendResult result =
        fixture.drafts.send(
            CALLER,
            INBOX,
            draft.id(),
            new LabelChange(List.of(), List.of()),
            IdempotentRequest.unkeyed());
    verify(store, times(1)).write(any());

    assertEquals(SendStatus.SENT, result.status());
    assertEquals(List.of(EventType.DRAFT_SUBMITTED, EventType.MESSAGE_SENT), fixture.eventTypes());
    assertThrows(MailboxException.class, () -> fixture.drafts.get(CALLER, ONE, draft.id()));
    long stored = fixture.read(tx -> tx.inboxes().find(ONE, INBOX)).orElseThrow().storedBytes();
    assertEquals(copies(fixture).get(0).size(), stored);
  }

  @Test
  void a_transport_that_fails_afterwards_changes_nothing_of_the_send() {
    CapturingTransport failing = spy(keeping());
    doThrow(new IllegalStateException("full")).when(failing).handOver(any(), any());
    SendingFixture broken = new SendingFixture(failing);
    SendResult result = broken.submit(mail());
    assertEquals(SendStatus.SENT, broken.get(result.sendId()).status());
  }

  /** Without an answer, the request is repeated with its key. */
  @ParameterizedTest
  @EnumSource(FaultyStore.Point.class)
  void it_is_recorded_once_whatever_its_write_ends_with(FaultyStore.Point point) {
    for (FaultyStore.Manner manner : FaultyStore.Manner.values()) {
      FaultyStore faulty = new FaultyStore();
      SendingFixture hit = new SendingFixture(faulty, keeping());
      faulty.arm(new FaultyStore.Fault(1, point, manner));
      assertThrows(
          Throwable.class, () -> hit.sends.submitAndWait(CALLER, mail().build(), keyed("k", "b")));
      faulty.arm(new FaultyStore.Fault(0, point, manner));
      try {
        SendResult again = hit.sends.submitAndWait(CALLER, mail().build(), keyed("k", "b"));
        assertEquals(SendStatus.SENT, again.status());
        assertEquals(FaultyStore.Point.BEFORE_COMMIT, point);
      } catch (IdempotentRequest.Replay known) {
        assertEquals(FaultyStore.Point.AFTER_COMMIT, point);
      }
      assertEquals(1, copies(hit).size());
      assertEquals(0, hit.outbox.runDue());
    }
  }
}
