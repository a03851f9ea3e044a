package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.OTHER_INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.fixture.SendingFixture.key;
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

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Writing, reading, listing and deleting drafts. */
class DraftsTest {
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;
  private final Drafts drafts = fixture.drafts;

  @Test
  void an_empty_draft_is_a_draft() {
    DraftView made = drafting.create(MailInput.from(INBOX));
    assertEquals(Set.of(Label.DRAFT), made.draft().content().labels());
    assertEquals(WrittenRecipients.NONE, made.draft().content().recipients());
    assertNull(made.draft().content().subject());
    assertNull(made.body().text());
    assertNull(made.draft().content().preview());
    assertEquals(Optional.empty(), made.draft().sendStatus());
    assertEquals(made, drafting.get(made));
    assertEquals(List.of(), fixture.eventTypes());
  }

  @Test
  void a_draft_keeps_what_its_author_wrote() throws IOException {
    DraftView made =
        drafting.create(
            MailInput.from(INBOX)
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
        List.of("\"Smith, Ann\" <ann@Example.com>", "bob@example.com"),
        draft.content().recipients().to());
    assertEquals(List.of("e@example.com"), draft.content().recipients().replyTo());
    assertEquals(Set.of("draft", "later"), draft.content().labels());
    assertEquals("Some plans", draft.content().preview());
    assertEquals(START.plusSeconds(60), draft.content().sendAt());
    assertEquals(List.of("a.txt", "attachment"), DraftingFixture.names(draft));
    assertEquals("application/octet-stream", draft.content().files().get(1).contentType());
    assertEquals("inline", draft.content().files().get(1).disposition());
    assertTrue(draft.content().files().get(0).id().startsWith("att_"));
    assertArrayEquals(
        "first".getBytes(StandardCharsets.UTF_8),
        drafting.download(draft, draft.content().files().get(0)));
    assertArrayEquals(
        new byte[] {0, 1, 2}, drafting.download(draft, draft.content().files().get(1)));
    assertEquals(made, drafting.get(made));
    assertEquals(0, drafting.records.leftOver());
  }

  @Test
  void a_client_id_makes_one_draft_of_an_inbox() throws IOException {
    DraftView first = drafting.create(MailInput.from(INBOX).clientId("mine").subject("One"));
    DraftView again =
        drafting.create(
            MailInput.from(INBOX).clientId("mine").subject("Two").attach(file("a", "b")));
    assertEquals(first, again);
    assertEquals(0, drafting.records.leftOver());
    DraftView other =
        drafts.create(
            CALLER,
            MailInput.from(OTHER_INBOX).clientId("mine").build(),
            IdempotentRequest.unkeyed());
    assertNotEquals(first.draft().id(), other.draft().id());
    drafts.delete(CALLER, INBOX, first.draft().id());
    assertEquals(
        "Two",
        drafting
            .create(MailInput.from(INBOX).clientId("mine").subject("Two"))
            .draft()
            .content()
            .subject());
  }

  @Test
  void a_repeated_request_makes_one_draft() throws IOException {
    MailInput request = MailInput.from(INBOX).attach(file("a", "b")).build();
    DraftView first = drafts.create(CALLER, request, answered("k", "b1"));
    IdempotentRequest.Replay replay =
        assertThrows(
            IdempotentRequest.Replay.class,
            () -> drafts.create(CALLER, request, answered("k", "b1")));
    assertEquals(first.draft().id(), replay.answer().body());
    assertEquals(
        ErrorCode.IDEMPOTENCY_CONFLICT,
        refused(() -> drafts.create(CALLER, request, answered("k", "b2"))).code());
    assertEquals(
        1, drafts.list(CALLER, ONE, DraftFilter.ALL, PageRequest.first(10)).items().size());
    assertEquals(0, drafting.records.leftOver());
  }

  private static IdempotentRequest<DraftView> answered(String key, String body) {
    return IdempotentRequest.keyed(
        CALLER.scope().organizationId(),
        key,
        body,
        view -> new IdempotencyStore.Answer(200, view.draft().id()));
  }

  @Test
  void a_draft_knows_the_message_it_is_about() {
    Message original = fixture.received();
    Draft reply = drafting.create(MailInput.from(INBOX).inReplyTo(original.id())).draft();
    assertEquals(
        new DraftOrigin(
            SendKind.REPLY,
            original.id(),
            List.of("<earlier@example.com>", String.valueOf(original.headers().rfcMessageId()))),
        reply.content().origin());
    Draft all = drafting.create(MailInput.from(INBOX).inReplyTo(original.id()).toAll()).draft();
    assertEquals(
        SendKind.REPLY_ALL, Optional.ofNullable(all.content().origin()).orElseThrow().kind());
    Draft forward = drafting.create(MailInput.from(INBOX).forwardOf(original.id())).draft();
    assertEquals(
        new DraftOrigin(SendKind.FORWARD, original.id(), List.of()), forward.content().origin());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refused(() -> drafting.create(MailInput.from(INBOX).inReplyTo("msg_missing"))).code());
    MailInput elsewhere = MailInput.from(OTHER_INBOX).inReplyTo(original.id()).build();
    assertEquals(
        ErrorCode.NOT_FOUND,
        refused(() -> drafts.create(CALLER, elsewhere, IdempotentRequest.unkeyed())).code());
    Message held = fixture.received(r -> r.labels("received", "held"));
    Caller key = key(ORG_A, EnumSet.allOf(Permission.class));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refused(
                () ->
                    drafts.create(
                        key,
                        MailInput.from(INBOX).forwardOf(held.id()).build(),
                        IdempotentRequest.unkeyed()))
            .code());
  }

  @Test
  void lists_are_by_scope_time_and_labels() {
    DraftView first = drafting.create(MailInput.from(INBOX).labels(List.of("a", "b")));
    fixture.clock.advance(Duration.ofSeconds(1));
    DraftView second = drafting.create(MailInput.from(INBOX).labels(List.of("a")));
    drafts.create(CALLER, MailInput.from(OTHER_INBOX).build(), IdempotentRequest.unkeyed());
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
        problemPaths(
            () -> drafts.list(CALLER, ONE, new DraftFilter(List.of("No"), null, null), all)));
  }

  private static Caller without(Permission permission) {
    Set<Permission> others = EnumSet.allOf(Permission.class);
    others.remove(permission);
    return key(ORG_A, others);
  }

  @Test
  void each_operation_needs_its_permission_in_scope_and_hides_what_is_outside() {
    DraftView made = drafting.create(MailInput.from(INBOX));
    String id = made.draft().id();
    DraftChanges change = DraftChanges.of(MailInput.from(INBOX).subject("x").build());
    DraftChanges elsewhere = DraftChanges.of(MailInput.from(OTHER_INBOX).subject("x").build());
    List<Executable> denied =
        List.of(
            () ->
                drafts.create(
                    without(Permission.DRAFT_CREATE),
                    MailInput.from(INBOX).build(),
                    IdempotentRequest.unkeyed()),
            () -> drafts.get(without(Permission.DRAFT_READ), ONE, id),
            () ->
                drafts.list(
                    without(Permission.DRAFT_READ), ONE, DraftFilter.ALL, PageRequest.first(1)),
            () -> drafts.update(without(Permission.DRAFT_UPDATE), id, change),
            () -> drafts.delete(without(Permission.DRAFT_DELETE), INBOX, id));
    for (Executable each : denied) {
      assertEquals(ErrorCode.MISSING_PERMISSION, refused(each).code());
    }
    Caller outside = key(TWO, EnumSet.noneOf(Permission.class));
    List<Executable> hidden =
        List.of(
            () ->
                drafts.create(outside, MailInput.from(INBOX).build(), IdempotentRequest.unkeyed()),
            () -> drafts.get(outside, TWO, id),
            () -> drafts.update(outside, id, change),
            () -> drafts.update(outside, id, elsewhere),
            () -> drafts.delete(outside, OTHER_INBOX, id));
    for (Executable each : hidden) {
      assertEquals(ErrorCode.NOT_FOUND, refused(each).code());
    }
    assertFalse(drafting.get(made).draft().isWaiting());
  }

  @Test
  void deleting_an_inbox_deletes_its_drafts_and_their_content() throws IOException {
    DraftView made = drafting.create(MailInput.from(INBOX).text("Words").attach(file("a", "b")));
    new Inboxes(fixture.context, new IdempotencyRunner(fixture.context)).delete(CALLER, INBOX);
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> drafting.get(made)).code());
    assertEquals(0, fixture.store.content().sweep(key -> false), "nothing was left behind");
  }
}
