package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.SendingRoom.CALLER;
import static dev.agentmailbox.operation.SendingRoom.INBOX;
import static dev.agentmailbox.operation.SendingRoom.OTHER_INBOX;
import static dev.agentmailbox.operation.SendingRoom.keyed;
import static dev.agentmailbox.operation.SendingRoom.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.mime.ParsedMessage;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What becomes of a draft that is sent, on a clock that is moved by hand. */
class DraftSendingTest {
  private static final LabelChange AS_IT_IS = new LabelChange(List.of(), List.of());

  private final CapturingTransport capture = new CapturingTransport();
  private final SendingRoom room = new SendingRoom(capture);

  private Draft create(NewDraft.Builder draft) {
    return room.drafts.create(CALLER, INBOX, draft.build(), Once.unkeyed()).draft();
  }

  private static NewDraft.Builder plain() {
    return NewDraft.empty().to("bob@example.com").subject("Hello").text("Some words.");
  }

  private SendResult submit(Draft draft) {
    return room.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, Once.unkeyed());
  }

  private Send send(Draft draft) {
    SendResult result = submit(draft);
    room.outbox.runDue();
    return room.get(result.sendId());
  }

  private Optional<Draft> now(Draft draft) {
    return room.read(tx -> tx.drafts().find(ORG_A, draft.id()));
  }

  private Optional<SendStatus> shown(Draft draft) {
    return now(draft).orElseThrow().sendStatus();
  }

  private static AttachmentInput file(String name, String text) {
    return AttachmentInput.of(name, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  private ParsedMessage handedOver() throws IOException {
    return new MimeReader().read(capture.last().content());
  }

  private static MailboxException refused(Executable work) {
    return assertThrows(MailboxException.class, work);
  }

  private void assertConflict(String reason, Executable work) {
    MailboxException refusal = refused(work);
    assertEquals(ErrorCode.CONFLICT, refusal.code());
    assertEquals(reason, refusal.details().get("reason"));
  }

  private static List<String> addresses(Send send) {
    return send.recipients().stream().map(SendRecipient::address).toList();
  }

  private static List<String> fileNames(ParsedMessage mail) {
    return mail.attachments().stream().map(part -> part.filename()).toList();
  }

  private int leftOver() throws IOException {
    return room.store
        .content()
        .sweep(key -> room.store.read(tx -> tx.messages().namesContent(key)));
  }

  @Test
  void a_draft_that_is_sent_is_gone_and_its_mail_says_what_it_said() throws IOException {
    Draft draft =
        create(
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
            Once.unkeyed());
    assertEquals(SendStatus.SENDING, result.status());
    assertEquals(Optional.of(SendStatus.SENDING), shown(draft));
    room.outbox.runDue();

    Send send = room.get(result.sendId());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(SendKind.DRAFT, send.kind());
    assertEquals(draft.id(), send.draftId());
    assertEquals(List.of("ann@example.com", "c@example.com"), addresses(send));
    ParsedMessage mail = handedOver();
    assertEquals("Smith, Ann", mail.to().get(0).name());
    assertEquals("Hello", mail.subject());
    assertEquals(List.of("a.txt"), fileNames(mail));
    assertEquals(Optional.empty(), now(draft));
    String copyId = Optional.ofNullable(send.messageId()).orElseThrow();
    Message copy = room.read(tx -> tx.messages().find(ONE, copyId)).orElseThrow();
    assertEquals(Set.of("sent", "three", "two"), copy.labels());
    assertEquals(0, leftOver(), "the content of its file went with it");
    long stored = room.read(tx -> tx.inboxes().find(ONE, INBOX)).orElseThrow().storedBytes();
    assertEquals(copy.size(), stored);
  }

  @Test
  void a_submission_is_told() {
    Draft draft = create(plain());
    Send send = send(draft);
    Event submitted = room.event(EventType.DRAFT_SUBMITTED);
    assertEquals(
        Map.of("draft_id", draft.id(), "send_id", send.id(), "wake", true), submitted.data());
    assertEquals(List.of(EventType.DRAFT_SUBMITTED, EventType.MESSAGE_SENT), room.eventTypes());
  }

  @Test
  void a_draft_waits_for_its_time_and_is_read_only_meanwhile() {
    Instant at = START.plus(Duration.ofHours(1));
    Draft draft = create(plain().sendAt(at));
    room.clock.set(at.minusSeconds(10));
    assertEquals(0, room.outbox.runDue(), "nothing is scheduled before it is sent");
    SendResult result = submit(draft);
    assertEquals(SendStatus.SCHEDULED, result.status());
    assertEquals(at, result.sendAt());
    assertEquals(Optional.of(SendStatus.SCHEDULED), shown(draft));
    assertReadOnly(draft);
    room.clock.set(at);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(result.sendId()).status());
    assertEquals(Optional.empty(), now(draft));
  }

  private void assertReadOnly(Draft draft) {
    DraftChanges change = DraftChanges.none().subject(Change.to("Other")).build();
    assertConflict("send_waiting", () -> room.drafts.update(CALLER, INBOX, draft.id(), change));
    assertConflict("send_waiting", () -> room.drafts.delete(CALLER, INBOX, draft.id()));
    assertConflict("send_waiting", () -> submit(draft));
  }

  private void assertEditable(Draft draft) {
    DraftChanges change = DraftChanges.none().subject(Change.to("Again")).build();
    Draft changed = room.drafts.update(CALLER, INBOX, draft.id(), change).draft();
    assertEquals("Again", changed.subject());
    assertEquals(changed, now(draft).orElseThrow());
  }

  @Test
  void a_cancelled_draft_can_be_changed_and_sent_again() {
    Draft draft = create(plain().sendAt(START.plus(Duration.ofHours(1))));
    SendResult first = submit(draft);
    room.sends.cancel(CALLER, first.sendId());
    assertEquals(Optional.empty(), shown(draft));
    assertEditable(draft);
    DraftChanges atOnce = DraftChanges.none().sendAt(Change.to(null)).build();
    Draft changed = room.drafts.update(CALLER, INBOX, draft.id(), atOnce).draft();
    assertEquals(
        Optional.of(new DraftSubmission(first.sendId(), SendStatus.CANCELLED)),
        Optional.ofNullable(changed.submission()));
    assertEquals(SendStatus.SENT, send(draft).status());
    assertEquals(Optional.empty(), now(draft));
  }

  @Test
  void a_rejected_draft_can_be_changed_and_an_approved_one_leaves() {
    room.askForApproval("first_contact");
    Draft draft = create(plain());
    SendResult pending = submit(draft);
    assertEquals(SendStatus.PENDING_APPROVAL, pending.status());
    assertEquals(Optional.of(SendStatus.PENDING_APPROVAL), shown(draft));
    assertReadOnly(draft);
    decide(pending, Approval.Status.REJECTED);
    assertEquals(Optional.of(SendStatus.FAILED), shown(draft));
    assertEditable(draft);
    SendResult again = submit(draft);
    decide(again, Approval.Status.APPROVED);
    room.outbox.runDue();
    assertEquals(SendStatus.SENT, room.get(again.sendId()).status());
    assertEquals(Optional.empty(), now(draft));
  }

  private void decide(SendResult result, Approval.Status decision) {
    room.store.write(
        tx -> {
          Send send = tx.sends().lock(ORG_A, result.sendId()).orElseThrow();
          return decision == Approval.Status.APPROVED
              ? room.release.approved(tx, tx.inboxes().lock(ONE, INBOX).orElseThrow(), send)
              : room.release.rejected(tx, send);
        });
  }

  @Test
  void a_draft_nobody_took_can_be_changed() {
    capture.answer("bob@example.com", CapturingTransport.unknownUser());
    Draft draft = create(plain());
    assertEquals(SendStatus.FAILED, send(draft).status());
    assertEquals(Optional.of(SendStatus.FAILED), shown(draft));
    assertEditable(draft);
  }

  @Test
  void a_draft_that_is_blocked_when_it_falls_due_can_be_changed() {
    Draft draft = create(plain().sendAt(START.plusSeconds(60)));
    SendResult result = submit(draft);
    block("bob@example.com");
    room.clock.advance(Duration.ofMinutes(1));
    room.outbox.runDue();
    assertEquals(SendStatus.BLOCKED, room.get(result.sendId()).status());
    assertEquals(Optional.of(SendStatus.FAILED), shown(draft));
    assertEditable(draft);
  }

  private void block(String address) {
    room.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        address,
                        ListEntry.Direction.SEND,
                        ListEntry.Type.BLOCK,
                        ONE,
                        null,
                        false,
                        START)));
  }

  @Test
  void a_draft_that_is_refused_stays_as_it_is() throws IOException {
    block("bob@example.com");
    Draft draft = create(plain().text("Dear {{name}}").attach(file("a", "b")));
    MailboxException refusal = refused(() -> submit(draft));
    assertEquals(ErrorCode.SEND_BLOCKED, refusal.code());
    assertEquals(List.of("placeholder", "recipient_blocked"), refusal.details().get("reasons"));
    assertEquals(draft, now(draft).orElseThrow());
    assertEquals(List.of(EventType.SEND_BLOCKED), room.eventTypes());
    assertEquals(0, leftOver());
  }

  @Test
  void a_draft_is_complete_only_when_it_is_sent() {
    Draft nobody = create(NewDraft.empty().text("Words"));
    assertEquals(
        List.of("to"),
        refused(() -> submit(nobody)).problems().stream().map(FieldProblem::path).toList());
    Draft empty = create(NewDraft.empty().to("bob@example.com").subject("Hello"));
    assertEquals(List.of("empty_message"), refused(() -> submit(empty)).details().get("reasons"));
    Draft late = create(plain().sendAt(START.plusSeconds(5)));
    room.clock.advance(Duration.ofMinutes(2));
    assertEquals(
        List.of("send_at"),
        refused(() -> submit(late)).problems().stream().map(FieldProblem::path).toList());
  }

  @Test
  void the_checks_of_every_send_are_run() {
    Draft draft = create(plain());
    room.suspend("human");
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refused(() -> submit(draft)).code());
    room.suspend(null);
    room.status(InboxStatus.PAUSED);
    assertEquals(ErrorCode.THREAD_LOCKED, refused(() -> submit(draft)).code());
    room.status(InboxStatus.ACTIVE);
    room.dailyRecipients(0);
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refused(() -> submit(draft)).code());
    room.dailyRecipients(10);
    room.send(mail());
    assertEquals(ErrorCode.DUPLICATE_SEND, refused(() -> submit(draft)).code());
    Draft wide = create(plain().bcc(List.of("d@example.com")));
    assertEquals(List.of("bcc_not_allowed"), refused(() -> submit(wide)).details().get("reasons"));
  }

  @Test
  void a_reply_goes_to_the_author_in_the_thread_when_the_draft_names_nobody() throws IOException {
    Message original = room.received(r -> r.cc("carl@example.com"));
    Send send = send(create(NewDraft.empty().inReplyTo(original.id()).text("Yes.")));
    assertEquals(List.of("ann@example.com"), addresses(send));
    assertEquals(original.threadId(), send.threadId());
    ParsedMessage mail = handedOver();
    assertEquals("Re: A question", mail.subject());
    assertEquals(original.rfcMessageId(), mail.inReplyTo());
    assertEquals("auto-replied", mail.headerMap().get("auto-submitted"));
  }

  @Test
  void a_reply_to_all_goes_to_all() {
    Message original = room.received(r -> r.cc("carl@example.com"));
    Send send = send(create(NewDraft.empty().inReplyTo(original.id()).toAll().text("Yes.")));
    assertEquals(List.of("ann@example.com", "carl@example.com"), addresses(send));
  }

  @Test
  void a_reply_may_name_recipients_and_a_subject_and_stays_in_the_thread() throws IOException {
    Message original = room.received();
    Send send =
        send(
            create(
                NewDraft.empty()
                    .inReplyTo(original.id())
                    .to("dora@example.com")
                    .subject("Our answer")
                    .text("Yes.")));
    assertEquals(List.of("dora@example.com"), addresses(send));
    assertEquals(original.threadId(), send.threadId());
    assertEquals("Our answer", handedOver().subject());
    assertEquals(original.rfcMessageId(), handedOver().inReplyTo());
  }

  @Test
  void a_reply_to_a_machine_is_blocked_whomever_it_names() {
    Message automatic = room.received(r -> r.envelopeSender(""));
    for (NewDraft.Builder draft : List.of(NewDraft.empty(), plain())) {
      Draft reply = create(draft.inReplyTo(automatic.id()).text("Yes."));
      assertEquals(
          List.of("loop_auto_reply"), refused(() -> submit(reply)).details().get("reasons"));
    }
  }

  @Test
  void a_forward_carries_the_note_the_original_and_both_their_files() throws IOException {
    String raw =
        """
        Subject: A question
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=b

        --b

        A question.
        --b
        Content-Type: text/plain; name=o.txt
        Content-Disposition: attachment; filename=o.txt

        original
        --b--
        """
            .replace("\n", "\r\n");
    Attachment part = new Attachment("att_o", "2", "o.txt", 8, "text/plain", "attachment", null);
    Message original = room.received(r -> r.attachments(raw, part));
    Send send =
        send(
            create(
                NewDraft.empty()
                    .forwardOf(original.id())
                    .to("dora@example.com")
                    .html("<p>Please <b>look</b>.</p>")
                    .attach(file("mine.txt", "own"))));
    assertNull(original.sendId());
    ParsedMessage mail = handedOver();
    assertEquals("Fwd: A question", mail.subject());
    assertTrue(String.valueOf(mail.text()).startsWith("Please look."), mail.text());
    assertTrue(String.valueOf(mail.text()).contains("Forwarded message"));
    assertTrue(String.valueOf(mail.html()).contains("<b>look</b>"));
    assertTrue(String.valueOf(mail.html()).contains("A question."));
    assertEquals(List.of("o.txt", "mine.txt"), fileNames(mail));
    assertEquals("auto-generated", mail.headerMap().get("auto-submitted"));
    assertEquals(SendKind.DRAFT, send.kind());
  }

  @Test
  void an_original_that_is_gone_cannot_be_answered_any_more() {
    Message original = room.received();
    Draft draft = create(NewDraft.empty().inReplyTo(original.id()).text("Yes."));
    room.store.write(
        tx -> {
          tx.messages().delete(ONE, List.of(original.id()));
          return true;
        });
    assertConflict("original_missing", () -> submit(draft));
  }

  @Test
  void a_repeated_request_hears_the_first_answer_even_when_the_draft_is_gone() {
    Draft draft = create(plain());
    SendResult first = room.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body"));
    room.outbox.runDue();
    assertEquals(Optional.empty(), now(draft));
    Once.Replay replay =
        assertThrows(
            Once.Replay.class,
            () -> room.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key", "body")));
    assertEquals(first.sendId(), replay.answer().body());
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> submit(draft)).code());
    assertEquals(1, capture.captured().size());
  }

  @Test
  void a_draft_that_changes_while_it_is_composed_is_not_sent() throws IOException {
    InterruptingStore store = new InterruptingStore(new InMemoryStore());
    SendingRoom changing = new SendingRoom(store);
    Draft draft = changing.drafts.create(CALLER, INBOX, plain().build(), Once.unkeyed()).draft();
    store.beforeNextSpool(
        () ->
            changing.drafts.update(
                CALLER,
                INBOX,
                draft.id(),
                DraftChanges.none().text(Change.to("Other words.")).build()));
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
    Draft draft = create(plain());
    for (Permission missing : List.of(Permission.DRAFT_SEND, Permission.MESSAGE_SEND)) {
      Set<Permission> others = EnumSet.allOf(Permission.class);
      others.remove(missing);
      Caller human = new Caller.Human("usr_1", ORG_A, Role.OWNER, others, true, false);
      assertEquals(
          ErrorCode.MISSING_PERMISSION,
          refused(() -> room.drafts.send(human, INBOX, draft.id(), AS_IT_IS, Once.unkeyed()))
              .code());
    }
  }

  @Test
  void a_send_may_take_the_file_of_a_draft() throws IOException {
    Draft draft = create(NewDraft.empty().attach(file("kept.txt", "kept")));
    AttachmentInput named = AttachmentInput.ofDraft(draft.files().get(0).id());
    room.send(mail().attach(file("a.txt", "a")).attach(named).attach(file("z.txt", "z")));
    assertEquals(List.of("a.txt", "kept.txt", "z.txt"), fileNames(handedOver()));
    Message original = room.received();
    room.send(SendCommand.reply(INBOX, original.id()).text("Here.").attach(named));
    assertEquals(List.of("kept.txt"), fileNames(handedOver()));
    assertEquals(draft, now(draft).orElseThrow(), "the draft is still there");
  }

  @Test
  void a_file_of_a_send_is_either_content_or_the_file_of_a_draft_of_the_inbox() {
    Draft draft = create(NewDraft.empty().attach(file("a", "b")));
    String id = draft.files().get(0).id();
    AttachmentInput neither = new AttachmentInput("a", null, null, null, null, null);
    AttachmentInput both = new AttachmentInput(null, null, "AAAA", null, null, id);
    AttachmentInput renamed = new AttachmentInput("other.txt", null, null, null, null, id);
    MailboxException refusal =
        refused(() -> room.submit(mail().attach(neither).attach(both).attach(renamed)));
    assertEquals(
        List.of("attachments[0]", "attachments[1]", "attachments[2]"),
        refusal.problems().stream().map(FieldProblem::path).toList());
    MailboxException unknown =
        refused(
            () ->
                room.submit(
                    mail().attach(file("a", "b")).attach(AttachmentInput.ofDraft("att_missing"))));
    assertEquals(
        List.of("attachments[1].draft_attachment_id"),
        unknown.problems().stream().map(FieldProblem::path).toList());
    SendCommand elsewhere =
        SendCommand.send(OTHER_INBOX)
            .to("bob@example.com")
            .attach(AttachmentInput.ofDraft(id))
            .build();
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refused(() -> room.sends.submit(CALLER, elsewhere, Once.unkeyed())).code());
  }

  @Test
  void files_of_drafts_that_cannot_fit_a_mail_are_refused_without_reading_them() {
    AttachmentInput large = AttachmentInput.of("a", "b/c", new byte[Draft.MAX_ATTACHMENT_BYTES]);
    SendCommandBuilder command = mail();
    for (int i = 0; i < 2; i++) {
      Draft draft = create(NewDraft.empty().attach(large));
      command.attach(AttachmentInput.ofDraft(draft.files().get(0).id()));
    }
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refused(() -> room.submit(command)).code());
  }

  @Test
  void a_draft_that_waits_when_its_inbox_is_deleted_is_never_sent() {
    Draft draft = create(plain().sendAt(START.plusSeconds(60)));
    SendResult result = submit(draft);
    new Inboxes(room.context, new OnceRunner(room.context)).delete(CALLER, INBOX);
    room.clock.advance(Duration.ofMinutes(2));
    room.outbox.runDue();
    assertEquals(SendStatus.CANCELLED, room.get(result.sendId()).status());
    assertEquals(
        List.of(), room.read(tx -> tx.drafts().list(ORG_A, null, null, PageRequest.first(10))));
    assertEquals(List.of(), capture.captured());
  }
}
