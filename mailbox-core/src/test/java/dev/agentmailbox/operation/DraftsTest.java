package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.SendingRoom.CALLER;
import static dev.agentmailbox.operation.SendingRoom.INBOX;
import static dev.agentmailbox.operation.SendingRoom.OTHER_INBOX;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftRecipients;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Writing, reading, changing and deleting drafts. */
class DraftsTest {
  private final SendingRoom room = new SendingRoom();
  private final Drafts drafts = room.drafts;

  private DraftView create(NewDraft.Builder draft) {
    return drafts.create(CALLER, INBOX, draft.build(), Once.unkeyed());
  }

  private DraftView update(DraftView draft, DraftChanges.Builder changes) {
    return drafts.update(CALLER, INBOX, draft.draft().id(), changes.build());
  }

  private DraftView get(DraftView draft) {
    return drafts.get(CALLER, ORG_A, draft.draft().id());
  }

  private static AttachmentInput file(String name, String text) {
    return AttachmentInput.of(name, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] download(Draft draft, Attachment file) throws IOException {
    try (var bytes = drafts.download(draft.inbox(), draft.id(), file.id()).bytes()) {
      return bytes.readAllBytes();
    }
  }

  private static MailboxException refused(Executable work) {
    return assertThrows(MailboxException.class, work);
  }

  private static List<String> paths(Executable work) {
    MailboxException refusal = refused(work);
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
    return refusal.problems().stream().map(FieldProblem::path).toList();
  }

  private int leftOver() throws IOException {
    return room.store
        .content()
        .sweep(key -> room.store.read(tx -> tx.messages().namesContent(key)));
  }

  private long storage() {
    return room.read(tx -> tx.inboxes().find(ONE, INBOX).orElseThrow().storedBytes());
  }

  @Test
  void an_empty_draft_is_a_draft() {
    DraftView made = create(NewDraft.empty());
    assertEquals(Set.of(Label.DRAFT), made.draft().labels());
    assertEquals(DraftRecipients.NONE, made.draft().recipients());
    assertNull(made.draft().subject());
    assertNull(made.body().text());
    assertNull(made.draft().preview());
    assertEquals(Optional.empty(), made.draft().sendStatus());
    assertEquals(made, get(made));
    assertEquals(List.of(), room.eventTypes());
  }

  @Test
  void a_draft_keeps_what_its_author_wrote() throws IOException {
    DraftView made =
        create(
            NewDraft.empty()
                .to("\"Smith, Ann\" <ann@Example.com>", "bob@example.com")
                .cc(List.of("c@example.com"))
                .bcc(List.of("d@example.com"))
                .replyTo(List.of("e@example.com"))
                .subject("Plans")
                .html("<p>Some <b>plans</b></p>")
                .labels(List.of("later", "later"))
                .attach(file("a.txt", "first"))
                .attach(new AttachmentInput(null, null, "AA\r\nEC", "inline", "c1", null))
                .sendAt(START.plusSeconds(60)));
    Draft draft = made.draft();
    assertEquals(
        List.of("\"Smith, Ann\" <ann@Example.com>", "bob@example.com"), draft.recipients().to());
    assertEquals(List.of("e@example.com"), draft.recipients().replyTo());
    assertEquals(Set.of("draft", "later"), draft.labels());
    assertEquals("Some plans", draft.preview());
    assertEquals(START.plusSeconds(60), draft.sendAt());
    assertEquals(List.of("a.txt", "attachment"), names(draft));
    assertEquals("application/octet-stream", draft.files().get(1).contentType());
    assertEquals("inline", draft.files().get(1).disposition());
    assertTrue(draft.files().get(0).id().startsWith("att_"));
    assertArrayEquals(
        "first".getBytes(StandardCharsets.UTF_8), download(draft, draft.files().get(0)));
    assertArrayEquals(new byte[] {0, 1, 2}, download(draft, draft.files().get(1)));
    assertEquals(made, get(made));
    assertEquals(0, leftOver());
  }

  private static List<String> names(Draft draft) {
    return draft.files().stream().map(Attachment::filename).toList();
  }

  @Test
  void every_problem_of_a_draft_is_told_at_once() {
    NewDraft.Builder wrong =
        NewDraft.empty()
            .to("nobody")
            .cc(List.of("x@"))
            .replyTo(List.of("y y@example.com"))
            .subject("s".repeat(999))
            .labels(List.of("Wrong", Label.DRAFT))
            .attach(new AttachmentInput("a", "text/plain", "***", "sideways", null, null))
            .attach(AttachmentInput.ofDraft("att_1"))
            .inReplyTo("msg_1")
            .forwardOf("msg_1")
            .sendAt(START.minusSeconds(61))
            .clientId("");
    assertEquals(
        Set.of(
            "to[0]",
            "cc[0]",
            "reply_to[0]",
            "subject",
            "labels[0]",
            "labels[1]",
            "attachments[0].content_disposition",
            "attachments[0].content",
            "attachments[1]",
            "forward_of",
            "send_at",
            "client_id"),
        Set.copyOf(paths(() -> create(wrong))));
    assertEquals(List.of("reply_all"), paths(() -> create(NewDraft.empty().toAll())));
    assertEquals(
        List.of("to"),
        paths(() -> create(NewDraft.empty().to(Collections.nCopies(51, "a@example.com")))));
    assertEquals(
        List.of("send_at"),
        paths(() -> create(NewDraft.empty().sendAt(START.plus(Duration.ofDays(31))))));
  }

  @Test
  void control_characters_are_refused_before_the_syntax_of_addresses() {
    for (NewDraft.Builder draft :
        List.of(
            NewDraft.empty().to("a@b\r\nBcc: x@example.com"),
            NewDraft.empty().subject("a\nb"),
            NewDraft.empty().attach(file("a\r\nb", "x")))) {
      assertEquals(ErrorCode.INVALID_HEADER, refused(() -> create(draft)).code());
    }
  }

  @Test
  void the_files_of_a_draft_are_bounded_and_a_refused_upload_leaves_nothing() throws IOException {
    NewDraft.Builder many = NewDraft.empty();
    for (int i = 0; i <= Draft.MAX_ATTACHMENTS; i++) {
      many.attach(file("a", "b"));
    }
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refused(() -> create(many)).code());
    byte[] half = new byte[Draft.MAX_ATTACHMENT_BYTES / 2];
    AttachmentInput large = AttachmentInput.of("a", "text/plain", half);
    DraftView full = create(NewDraft.empty().attach(large).attach(large));
    MailboxException refusal =
        refused(() -> update(full, DraftChanges.none().attach(file("b", "b"))));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, refusal.code());
    assertEquals((long) Draft.MAX_ATTACHMENT_BYTES + 1, refusal.details().get("estimated_bytes"));
    assertEquals(0, leftOver());
  }

  @Test
  void a_client_id_makes_one_draft_of_an_inbox() throws IOException {
    DraftView first = create(NewDraft.empty().clientId("mine").subject("One"));
    DraftView again =
        create(NewDraft.empty().clientId("mine").subject("Two").attach(file("a", "b")));
    assertEquals(first, again);
    assertEquals(0, leftOver());
    DraftView other =
        drafts.create(
            CALLER, OTHER_INBOX, NewDraft.empty().clientId("mine").build(), Once.unkeyed());
    assertNotEquals(first.draft().id(), other.draft().id());
    drafts.delete(CALLER, INBOX, first.draft().id());
    assertEquals("Two", create(NewDraft.empty().clientId("mine").subject("Two")).draft().subject());
  }

  @Test
  void a_repeated_request_makes_one_draft() throws IOException {
    NewDraft request = NewDraft.empty().attach(file("a", "b")).build();
    DraftView first = drafts.create(CALLER, INBOX, request, keyed("k", "b1"));
    Once.Replay replay =
        assertThrows(
            Once.Replay.class, () -> drafts.create(CALLER, INBOX, request, keyed("k", "b1")));
    assertEquals(first.draft().id(), replay.answer().body());
    assertEquals(
        ErrorCode.IDEMPOTENCY_CONFLICT,
        refused(() -> drafts.create(CALLER, INBOX, request, keyed("k", "b2"))).code());
    assertEquals(
        1, drafts.list(CALLER, ONE, DraftFilter.ALL, PageRequest.first(10)).items().size());
    assertEquals(0, leftOver());
  }

  private static Once<DraftView> keyed(String key, String body) {
    return Once.keyed(key, body, view -> new IdempotencyStore.Answer(200, view.draft().id()));
  }

  @Test
  void a_draft_knows_the_message_it_is_about() {
    Message original = room.received();
    Draft reply = create(NewDraft.empty().inReplyTo(original.id())).draft();
    assertEquals(
        new DraftOrigin(
            SendKind.REPLY,
            original.id(),
            List.of("<earlier@example.com>", String.valueOf(original.rfcMessageId()))),
        reply.origin());
    Draft all = create(NewDraft.empty().inReplyTo(original.id()).toAll()).draft();
    assertEquals(SendKind.REPLY_ALL, Optional.ofNullable(all.origin()).orElseThrow().kind());
    Draft forward = create(NewDraft.empty().forwardOf(original.id())).draft();
    assertEquals(new DraftOrigin(SendKind.FORWARD, original.id(), List.of()), forward.origin());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refused(() -> create(NewDraft.empty().inReplyTo("msg_missing"))).code());
    NewDraft elsewhere = NewDraft.empty().inReplyTo(original.id()).build();
    assertEquals(
        ErrorCode.NOT_FOUND,
        refused(() -> drafts.create(CALLER, OTHER_INBOX, elsewhere, Once.unkeyed())).code());
    Message held = room.received(r -> r.labels("received", "held"));
    Caller key = key(EnumSet.allOf(Permission.class));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refused(
                () ->
                    drafts.create(
                        key, INBOX, NewDraft.empty().forwardOf(held.id()).build(), Once.unkeyed()))
            .code());
  }

  @Test
  void a_change_replaces_what_it_names_and_leaves_the_rest() throws IOException {
    DraftView made =
        create(
            NewDraft.empty()
                .to("a@example.com")
                .cc(List.of("c@example.com"))
                .subject("One")
                .text("Text")
                .html("<p>Html</p>")
                .labels(List.of("one"))
                .attach(file("a.txt", "first"))
                .attach(file("b.txt", "second"))
                .sendAt(START.plusSeconds(60)));
    Attachment first = made.draft().files().get(0);
    room.clock.advance(Duration.ofSeconds(5));
    DraftView changed =
        update(
            made,
            DraftChanges.none()
                .to(Change.to(List.of("b@example.com", "d@example.com")))
                .subject(Change.to("Two"))
                .html(Change.to(null))
                .sendAt(Change.to(null))
                .detach(List.of(first.id()))
                .attach(file("c.txt", "third"))
                .labels(new LabelChange(List.of("two"), List.of("one"))));
    Draft draft = changed.draft();
    assertEquals(List.of("b@example.com", "d@example.com"), draft.recipients().to());
    assertEquals(List.of("c@example.com"), draft.recipients().cc());
    assertEquals("Two", draft.subject());
    assertEquals("Text", changed.body().text());
    assertNull(changed.body().html());
    assertNull(draft.sendAt());
    assertEquals(List.of("b.txt", "c.txt"), names(draft));
    assertEquals(Set.of("draft", "two"), draft.labels());
    assertEquals(START, draft.createdAt());
    assertEquals(START.plusSeconds(5), draft.updatedAt());
    assertEquals(changed, get(made));
    assertEquals(
        ErrorCode.NOT_FOUND, refused(() -> download(draft, first)).code(), "the file is gone");
    assertEquals(0, leftOver(), "its content went with it");
  }

  @Test
  void every_problem_of_a_change_is_told() {
    DraftView made = create(NewDraft.empty().to(Collections.nCopies(30, "a@example.com")));
    assertEquals(List.of("body"), paths(() -> update(made, DraftChanges.none())));
    assertEquals(
        List.of("remove_labels[0]", "remove_labels"),
        paths(
            () ->
                update(
                    made,
                    DraftChanges.none()
                        .labels(new LabelChange(List.of("x"), List.of(Label.DRAFT, "x"))))));
    assertEquals(
        List.of("remove_attachments[0]"),
        paths(() -> update(made, DraftChanges.none().detach(List.of("att_missing")))));
    assertEquals(
        List.of("to"),
        paths(
            () ->
                update(
                    made,
                    DraftChanges.none().cc(Change.to(Collections.nCopies(21, "c@example.com"))))));
    assertEquals(
        List.of("add_attachments[0]", "send_at"),
        paths(
                () ->
                    update(
                        made,
                        DraftChanges.none()
                            .attach(AttachmentInput.ofDraft("att_1"))
                            .sendAt(Change.to(START.minusSeconds(100)))))
            .stream()
            .sorted()
            .toList());
  }

  @Test
  void drafts_count_as_storage_until_they_are_gone() throws IOException {
    DraftView made = create(NewDraft.empty().text("12345").attach(file("a", "1234567")));
    assertEquals(12, storage());
    update(made, DraftChanges.none().text(Change.to("1ä")).attach(file("b", "1")));
    assertEquals(11, storage());
    drafts.delete(CALLER, INBOX, made.draft().id());
    assertEquals(0, storage());
    LocalDate today = room.context.today();
    assertEquals(
        0L,
        room.read(tx -> tx.usage().days(ORG_A.organizationId(), INBOX, today, today))
            .get(0)
            .get(Counter.STORAGE_BYTES));
    assertEquals(0, leftOver());
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> get(made)).code());
  }

  @Test
  void lists_are_by_scope_time_and_labels() {
    DraftView first = create(NewDraft.empty().labels(List.of("a", "b")));
    room.clock.advance(Duration.ofSeconds(1));
    DraftView second = create(NewDraft.empty().labels(List.of("a")));
    drafts.create(CALLER, OTHER_INBOX, NewDraft.empty().build(), Once.unkeyed());
    PageRequest all = PageRequest.first(10);
    assertEquals(
        List.of(second.draft(), first.draft()),
        drafts.list(CALLER, ONE, DraftFilter.ALL, all).items());
    assertEquals(3, drafts.list(CALLER, ORG_A, DraftFilter.ALL, all).items().size());
    assertEquals(
        List.of(first.draft()),
        drafts.list(CALLER, ONE, new DraftFilter(List.of("a", "b"), null, null), all).items());
    assertEquals(
        List.of(second.draft()),
        drafts
            .list(CALLER, ONE, new DraftFilter(List.of(), null, START.plusSeconds(1)), all)
            .items());
    assertEquals(
        List.of(first.draft()),
        drafts
            .list(CALLER, ONE, new DraftFilter(List.of(), START.plusSeconds(1), null), all)
            .items());
    assertEquals(
        List.of("query.labels"),
        paths(() -> drafts.list(CALLER, ONE, new DraftFilter(List.of("No"), null, null), all)));
  }

  private static Caller key(Set<Permission> permissions) {
    return key(ORG_A, permissions);
  }

  private static Caller key(Scope scope, Set<Permission> permissions) {
    return new Caller.Key(
        new ApiKey(
            "key_1",
            "prefix",
            "0".repeat(64),
            "Test",
            scope,
            permissions,
            false,
            START,
            START,
            null,
            null,
            null),
        true);
  }

  private static Caller without(Permission permission) {
    Set<Permission> others = EnumSet.allOf(Permission.class);
    others.remove(permission);
    return key(others);
  }

  @Test
  void each_operation_needs_its_permission_in_scope_and_hides_what_is_outside() {
    DraftView made = create(NewDraft.empty());
    String id = made.draft().id();
    DraftChanges change = DraftChanges.none().subject(Change.to("x")).build();
    List<Executable> denied =
        List.of(
            () ->
                drafts.create(
                    without(Permission.DRAFT_CREATE),
                    INBOX,
                    NewDraft.empty().build(),
                    Once.unkeyed()),
            () -> drafts.get(without(Permission.DRAFT_READ), ONE, id),
            () ->
                drafts.list(
                    without(Permission.DRAFT_READ), ONE, DraftFilter.ALL, PageRequest.first(1)),
            () -> drafts.update(without(Permission.DRAFT_UPDATE), INBOX, id, change),
            () -> drafts.delete(without(Permission.DRAFT_DELETE), INBOX, id));
    for (Executable each : denied) {
      assertEquals(ErrorCode.MISSING_PERMISSION, refused(each).code());
    }
    Caller outside = key(TWO, EnumSet.noneOf(Permission.class));
    List<Executable> hidden =
        List.of(
            () -> drafts.create(outside, INBOX, NewDraft.empty().build(), Once.unkeyed()),
            () -> drafts.get(outside, TWO, id),
            () -> drafts.update(outside, INBOX, id, change),
            () -> drafts.update(outside, OTHER_INBOX, id, change),
            () -> drafts.delete(outside, OTHER_INBOX, id));
    for (Executable each : hidden) {
      assertEquals(ErrorCode.NOT_FOUND, refused(each).code());
    }
    assertFalse(get(made).draft().isWaiting());
  }

  @Test
  void deleting_an_inbox_deletes_its_drafts_and_their_content() throws IOException {
    DraftView made = create(NewDraft.empty().text("Words").attach(file("a", "b")));
    new Inboxes(room.context, new OnceRunner(room.context)).delete(CALLER, INBOX);
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> get(made)).code());
    assertEquals(0, room.store.content().sweep(key -> false), "nothing was left behind");
  }
}
