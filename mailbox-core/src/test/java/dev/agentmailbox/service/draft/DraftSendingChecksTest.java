package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.service.draft.DraftingFixture.AS_IT_IS;
import static dev.agentmailbox.service.draft.DraftingFixture.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Drafts that may not be sent as they are. */
class DraftSendingChecksTest {
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;
  private final SendRecords records = drafting.records;

  @Test
  void a_draft_that_is_refused_stays_as_it_is() throws IOException {
    records.block("bob@example.com");
    Draft draft = drafting.draft(plain().text("Dear {{name}}").attach(file("a", "b")));
    MailboxException refusal = refused(() -> drafting.submit(draft));
    assertEquals(ErrorCode.SEND_BLOCKED, refusal.code());
    assertEquals(List.of("placeholder", "recipient_blocked"), refusal.details().get("reasons"));
    assertEquals(draft, drafting.now(draft).orElseThrow());
    assertEquals(List.of(EventType.SEND_BLOCKED), fixture.eventTypes());
    assertEquals(0, records.leftOver());
  }

  @Test
  void a_draft_is_complete_only_when_it_is_sent() {
    Draft nobody = drafting.draft(MailInput.from(INBOX).text("Words"));
    assertEquals(List.of("to"), problemPaths(() -> drafting.submit(nobody)));
    Draft empty = drafting.draft(MailInput.from(INBOX).to("bob@example.com").subject("Hello"));
    assertEquals(
        List.of("empty_message"), refused(() -> drafting.submit(empty)).details().get("reasons"));
    Draft late = drafting.draft(plain().sendAt(START.plusSeconds(5)));
    fixture.clock.advance(Duration.ofMinutes(2));
    assertEquals(List.of("send_at"), problemPaths(() -> drafting.submit(late)));
  }

  @Test
  void the_checks_of_every_send_are_run() {
    Draft draft = drafting.draft(plain());
    fixture.suspend("human");
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refused(() -> drafting.submit(draft)).code());
    fixture.suspend(null);
    fixture.status(InboxStatus.PAUSED);
    assertEquals(ErrorCode.THREAD_LOCKED, refused(() -> drafting.submit(draft)).code());
    fixture.status(InboxStatus.ACTIVE);
    fixture.dailyRecipients(0);
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refused(() -> drafting.submit(draft)).code());
    fixture.dailyRecipients(10);
    fixture.send(mail());
    assertEquals(ErrorCode.DUPLICATE_SEND, refused(() -> drafting.submit(draft)).code());
    Draft wide = drafting.draft(plain().bcc(List.of("d@example.com")));
    assertEquals(
        List.of("bcc_not_allowed"), refused(() -> drafting.submit(wide)).details().get("reasons"));
  }

  @Test
  void a_reply_to_a_machine_is_blocked_whomever_it_names() {
    Message automatic = fixture.received(r -> r.envelopeSender(""));
    for (MailInput.Builder draft : List.of(MailInput.from(INBOX), plain())) {
      Draft reply = drafting.draft(draft.inReplyTo(automatic.id()).text("Yes."));
      assertEquals(
          List.of("loop_auto_reply"),
          refused(() -> drafting.submit(reply)).details().get("reasons"));
    }
  }

  @Test
  void an_original_that_is_gone_cannot_be_answered_any_more() {
    Message original = fixture.received();
    Draft draft = drafting.draft(MailInput.from(INBOX).inReplyTo(original.id()).text("Yes."));
    fixture.store.write(
        tx -> {
          tx.messages().delete(ONE, List.of(original.id()));
          return true;
        });
    assertConflict("original_missing", () -> drafting.submit(draft));
  }

  @Test
  void a_draft_that_changes_while_it_is_composed_is_not_sent() throws IOException {
    MailboxStore memory = new InMemoryStore();
    MailboxStore store = mock(MailboxStore.class, delegatesTo(memory));
    SendingFixture changing = new SendingFixture(store);
    Draft draft =
        changing.drafts.create(CALLER, plain().build(), IdempotentRequest.unkeyed()).draft();
    DraftChanges change = DraftChanges.of(MailInput.from(INBOX).text("Other words.").build());
    doAnswer(
            call -> {
              changing.drafts.update(CALLER, draft.id(), change);
              return memory.content();
            })
        .doReturn(memory.content())
        .when(store)
        .content();
    assertConflict(
        "draft_changed",
        () -> changing.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body")));
    assertEquals(0, store.content().sweep(key -> false), "the composed mail is gone");
    assertEquals(0, changing.outbox.runDue());
    SendResult again =
        changing.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body"));
    assertEquals(SendStatus.SENDING, again.status(), "the same key may be used again");
    changing.outbox.runDue();
    assertTrue(changing.transport.last().source().contains("Other words."));
  }

  @Test
  void sending_needs_both_permissions() {
    Draft draft = drafting.draft(plain());
    for (Permission missing : List.of(Permission.DRAFT_SEND, Permission.MESSAGE_SEND)) {
      Set<Permission> others = EnumSet.allOf(Permission.class);
      others.remove(missing);
      Caller human = new Caller.Human("usr_1", ORG_A, Role.OWNER, others, true, false);
      assertEquals(
          ErrorCode.MISSING_PERMISSION,
          refused(
                  () ->
                      fixture.drafts.send(
                          human, INBOX, draft.id(), AS_IT_IS, IdempotentRequest.unkeyed()))
              .code());
    }
  }
}
