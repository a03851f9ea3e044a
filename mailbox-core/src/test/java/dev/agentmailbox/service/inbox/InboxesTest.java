package dev.agentmailbox.service.inbox;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.inbox.Inboxes.InboxChanges;
import dev.agentmailbox.service.inbox.Inboxes.NewInbox;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxesTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();

  private Inbox create(NewInbox request) {
    return world.inboxes.create(world.owner, request, IdempotentRequest.unkeyed());
  }

  // spec EventTypes.22, InboxState.4, CreateInbox.2, CreateInbox.3, CreateInbox.5, CreateInbox.6
  @Test
  void an_inbox_gets_its_address_the_default_pod_and_an_event() {
    Inbox inbox = create(new NewInbox("alice", null, "Alice", "c1", null, Map.of("k", "v")));
    assertEquals("alice@agents.localhost", inbox.address());
    assertEquals(world.mailbox.first().defaultPod().id(), inbox.podId());
    assertEquals(Map.of("k", "v"), inbox.metadata());
    assertEquals(List.of("inbox.created"), world.logTypes());
    assertEquals(inbox, world.inboxes.get(world.owner, "ALICE@Agents.localhost"));
  }

  // spec Inboxes.4, CreateInbox.1
  @Test
  void without_a_username_a_readable_name_is_made() {
    assertTrue(
        create(NewInbox.random()).address().matches("[a-z]+-[a-z]+-[a-z0-9]{4}@agents.localhost"));
  }

  // spec Inbox.2, Inboxes.6, CreateInbox.10, ErrorCodes.18
  @Test
  void a_taken_a_reserved_and_a_retired_address_are_unavailable() {
    Inbox inbox = world.inbox("alice");
    assertEquals(ErrorCode.ADDRESS_UNAVAILABLE, refusal(() -> world.inbox("alice")));
    assertEquals(ErrorCode.ADDRESS_UNAVAILABLE, refusal(() -> world.inbox("p0stmaster")));
    world.inboxes.delete(world.owner, inbox.address());
    assertEquals(ErrorCode.ADDRESS_UNAVAILABLE, refusal(() -> world.inbox("alice")));
  }

  @Test
  void an_inbox_that_is_opened_again_is_the_same() {
    Inbox made = world.inboxes.open(world.owner, "alice");
    assertEquals("alice@agents.localhost", made.address());
    assertEquals(made, world.inboxes.open(world.owner, "alice"));
    assertEquals(List.of("inbox.created"), world.logTypes());
    Inbox created = world.inbox("bert");
    assertEquals(created, world.inboxes.open(world.owner, "bert"));
  }

  @Test
  void an_inbox_is_opened_again_although_no_more_can_be_made() {
    for (int i = 0; i < 5; i++) {
      world.inbox("agent-" + i);
    }
    assertEquals("agent-4@agents.localhost", world.inboxes.open(world.owner, "agent-4").address());
    assertEquals(
        "inbox_limit",
        refused(() -> world.inboxes.open(world.owner, "bert")).details().get("reason"));
  }

  @Test
  void only_what_the_caller_sees_is_opened() {
    Inbox mine = world.inbox("alice");
    String organization = world.owner.scope().organizationId();
    Caller ofOtherPod =
        world.key(
            Scope.pod(organization, world.pod("other").id()), EnumSet.allOf(Permission.class));
    assertEquals(
        "taken", refused(() -> world.inboxes.open(ofOtherPod, "alice")).details().get("reason"));
    Caller ofInbox =
        world.key(
            Scope.inbox(organization, mine.podId(), mine.address()),
            EnumSet.of(Permission.INBOX_READ));
    assertEquals(mine, world.inboxes.open(ofInbox, "alice"));
    Caller blind = world.key(Scope.organization(organization), EnumSet.of(Permission.INBOX_CREATE));
    assertEquals(ErrorCode.MISSING_PERMISSION, refusal(() -> world.inboxes.open(blind, "alice")));
  }

  private @Nullable Object reason(Caller caller, String username) {
    return Refusals.refused(
            () ->
                world.inboxes.create(caller, NewInbox.named(username), IdempotentRequest.unkeyed()))
        .details()
        .get("reason");
  }

  // spec Decisions.26
  @Test
  void a_name_that_cannot_be_had_says_why() {
    Inbox mine = world.inbox("alice");
    assertEquals("exists", reason(world.owner, "alice"));
    assertEquals(
        mine.address(), Refusals.refused(() -> world.inbox("alice")).details().get("inbox_id"));
    Caller ofOtherPod =
        world.key(
            Scope.pod(world.owner.scope().organizationId(), world.pod("other").id()),
            EnumSet.allOf(Permission.class));
    assertEquals("taken", reason(ofOtherPod, "alice"));
    world.inboxes.delete(world.owner, mine.address());
    assertEquals("taken", reason(world.owner, "alice"));
    assertEquals("reserved", reason(world.owner, "abuse"));
    for (String role : List.of("support", "sales")) {
      assertEquals(role + "@agents.localhost", world.inbox(role).address());
    }
  }

  // spec InboxFields.6
  @Test
  void metadata_has_at_most_4096_bytes_as_json() {
    int around = "{'k':''}".length();
    for (Map.Entry<String, Integer> text :
        Map.of("x", 1, "\u00e4", 2, "\n", 2, "\u0001", 6).entrySet()) {
      int most = (4_096 - around) / text.getValue();
      String rest = "x".repeat((4_096 - around) % text.getValue());
      create(metadata(text.getKey().repeat(most) + rest));
      MailboxException refused =
          refused(() -> create(metadata(text.getKey().repeat(most) + rest + "x")));
      assertEquals(List.of("metadata"), refused.problems().stream().map(p -> p.path()).toList());
    }
  }

  private static NewInbox metadata(String value) {
    return new NewInbox(null, null, null, null, null, Map.of("k", value));
  }

  // spec CreateInbox.2, CreateInbox.8
  @Test
  void every_bad_field_is_told_at_once_and_nothing_is_made() {
    NewInbox bad =
        new NewInbox(
            "Bad Name", "elsewhere.test", "x".repeat(129), "", null, Map.of("k", "v".repeat(5000)));
    MailboxException refused = refused(() -> create(bad));
    assertEquals(
        List.of("username", "domain", "display_name", "client_id", "metadata"),
        refused.problems().stream().map(p -> p.path()).toList());
    assertEquals(List.of(), world.logTypes());
  }

  @Test
  void a_line_break_in_the_display_name_is_an_invalid_header() {
    assertEquals(
        ErrorCode.INVALID_HEADER,
        refusal(() -> create(new NewInbox("alice", null, "A\r\nBcc: x", null, null, null))));
  }

  // spec Inboxes.5, InboxFields.4, CreateInbox.4
  @Test
  void the_same_client_id_returns_the_existing_inbox_unchanged() {
    Inbox first = create(new NewInbox("alice", null, "Alice", "c1", null, null));
    Inbox again = create(new NewInbox("bob", null, "Bob", "c1", null, null));
    assertEquals(first, again);
    assertEquals(List.of("inbox.created"), world.logTypes());
  }

  // spec InboxFields.4
  @Test
  void a_client_id_in_use_outside_the_scope_is_a_conflict_and_a_deleted_inbox_frees_it() {
    Pod pod = world.pod("other");
    Caller podKey =
        world.key(
            Scope.pod(world.owner.scope().organizationId(), pod.id()),
            EnumSet.allOf(Permission.class));
    Inbox first = create(new NewInbox("alice", null, null, "c1", null, null));
    NewInbox same = new NewInbox("bob", null, null, "c1", null, null);
    assertEquals(
        ErrorCode.CONFLICT,
        refusal(() -> world.inboxes.create(podKey, same, IdempotentRequest.unkeyed())));
    world.inboxes.delete(world.owner, first.address());
    assertEquals("bob@agents.localhost", create(same).address());
  }

  // spec Inboxes.7, Sizes.14, CreateInbox.9, ErrorCodes.5
  @Test
  void the_plan_bounds_the_number_of_inboxes_and_a_deleted_one_makes_room() {
    List<Inbox> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(world.inbox("agent-" + i));
    }
    MailboxException refused = refused(() -> world.inbox("agent-five"));
    assertEquals(ErrorCode.MISSING_PERMISSION, refused.code());
    assertEquals("inbox_limit", refused.details().get("reason"));
    world.inboxes.delete(world.owner, all.get(0).address());
    world.inbox("agent-five");
  }

  // spec Inboxes.1, Authentication.3, CreateInbox.9, InboxEndpoints.1, InboxEndpoints.2
  @Test
  void a_key_scoped_to_an_inbox_cannot_create_and_sees_only_its_own() {
    Inbox mine = world.inbox("mine");
    Inbox other = world.inbox("other");
    Caller key = world.key(mine.scope(), EnumSet.allOf(Permission.class));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> world.inboxes.create(key, NewInbox.random(), IdempotentRequest.unkeyed())));
    assertEquals(List.of(mine), world.inboxes.list(key, null, null, PageRequest.first(10)).items());
    assertEquals(ErrorCode.NOT_FOUND, refusal(() -> world.inboxes.get(key, other.address())));
  }

  // spec CreateInbox.5
  @Test
  void a_pod_out_of_scope_looks_missing() {
    Pod pod = world.pod("one");
    Pod other = world.pod("two");
    Caller podKey =
        world.key(
            Scope.pod(world.owner.scope().organizationId(), pod.id()),
            EnumSet.allOf(Permission.class));
    NewInbox there = new NewInbox("alice", null, null, null, other.id(), null);
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.inboxes.create(podKey, there, IdempotentRequest.unkeyed())));
    assertEquals(
        pod.id(),
        world.inboxes.create(podKey, NewInbox.random(), IdempotentRequest.unkeyed()).podId());
  }

  // spec Inboxes.3, InboxEndpoints.6
  @Test
  void lists_are_paged_in_both_directions_and_search_matches_address_name_and_client_id() {
    Inbox a = create(new NewInbox("alpha", null, "Sales Desk", null, null, null));
    Inbox b = create(new NewInbox("beta", null, null, "ticket-77", null, null));
    Inbox c = create(new NewInbox("gamma", null, null, null, null, null));
    Page<Inbox> newest = world.inboxes.list(world.owner, null, null, PageRequest.first(2));
    assertEquals(List.of(c, b), newest.items());
    Page<Inbox> rest =
        world.inboxes.list(world.owner, null, null, new PageRequest(2, newest.next(), false));
    assertEquals(List.of(a), rest.items());
    assertNull(rest.next());
    assertEquals(
        List.of(a, b, c),
        world.inboxes.list(world.owner, null, null, new PageRequest(5, null, true)).items());
    assertEquals(
        List.of(a), world.inboxes.list(world.owner, null, "sales", PageRequest.first(5)).items());
    assertEquals(
        List.of(b), world.inboxes.list(world.owner, null, "TICKET", PageRequest.first(5)).items());
    assertEquals(
        List.of(c), world.inboxes.list(world.owner, null, "gam", PageRequest.first(5)).items());
  }

  // spec Inboxes.2, InboxEndpoints.4
  @Test
  void an_update_replaces_metadata_whole_and_null_clears_the_display_name() {
    Inbox inbox = create(new NewInbox("alice", null, "Alice", null, null, Map.of("a", 1)));
    Inbox changed =
        world.inboxes.update(
            world.owner,
            inbox.address(),
            new InboxChanges(FieldUpdate.to(null), FieldUpdate.to(Map.of("b", 2))));
    assertEquals(null, changed.displayName());
    assertEquals(Map.of("b", 2), changed.metadata());
    MailboxException empty =
        refused(
            () ->
                world.inboxes.update(
                    world.owner,
                    inbox.address(),
                    new InboxChanges(FieldUpdate.none(), FieldUpdate.none())));
    assertEquals("body", empty.problems().get(0).path());
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.inboxes.update(
                    world.owner,
                    inbox.address(),
                    new InboxChanges(FieldUpdate.none(), FieldUpdate.to(null)))));
  }

  // spec Inbox.2, Authentication.5, EventTypes.23, InboxState.3, InboxEndpoints.5
  @Test
  void deleting_takes_content_keys_and_counts_away_and_publishes() {
    Inbox inbox = world.inbox("alice");
    Caller key = world.key(inbox.scope(), EnumSet.allOf(Permission.class));
    world.receive(inbox, "bob@example.com", "Hello", "text");
    world.inboxes.delete(world.owner, inbox.address());
    assertEquals(List.of("inbox.created", "message.received", "inbox.deleted"), world.logTypes());
    assertEquals(
        ErrorCode.NOT_FOUND, refusal(() -> world.inboxes.get(world.owner, inbox.address())));
    assertEquals(0, world.mailbox.accounts().organization(world.owner).storedBytes());
    ApiKey stored =
        world
            .store
            .read(tx -> tx.apiKeys().findByPrefix(((Caller.Key) key).key().prefix()))
            .orElseThrow();
    assertFalse(stored.isLive(world.context.now()));
  }

  // spec CreateInbox.9
  @Test
  void each_permission_is_asked_for() {
    Inbox inbox = world.inbox("alice");
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> world.inboxes.get(world.without(Permission.INBOX_READ), inbox.address())));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () ->
                world.inboxes.create(
                    world.without(Permission.INBOX_CREATE),
                    NewInbox.random(),
                    IdempotentRequest.unkeyed())));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () -> world.inboxes.delete(world.without(Permission.INBOX_DELETE), inbox.address())));
  }

  // spec Decisions.6
  @Test
  void a_key_does_not_delete_held_mail_that_no_human_has_seen_with_its_inbox() {
    Inbox inbox = world.inbox("alice");
    world.findings.add("injection_suspected");
    Message held = world.receive(inbox, "eve@example.com", "Secret plan", "words");
    world.findings.clear();
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.inboxes.delete(world.owner, inbox.address())));
    world.heldMail.release(
        world.human(Role.OWNER), inbox.address(), held.id(), IdempotentRequest.unkeyed());
    world.inboxes.delete(world.owner, inbox.address());
  }

  // spec Decisions.6
  @Test
  void a_key_does_not_delete_an_inbox_whose_send_waits_for_approval_and_a_human_does() {
    Inbox inbox = world.inbox("alice");
    world.askForApproval("first_contact");
    MailInput mail =
        MailInput.from(inbox.address()).to("bob@example.com").subject("s").text("t").build();
    String sendId = world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed()).sendId();
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.inboxes.delete(world.owner, inbox.address())));
    world.inboxes.delete(world.human(Role.OWNER), inbox.address());
    assertEquals(SendStatus.CANCELLED, world.sends.get(world.owner, sendId).status());
  }
}
