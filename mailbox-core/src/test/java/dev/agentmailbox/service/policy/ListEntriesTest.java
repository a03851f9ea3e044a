package dev.agentmailbox.service.policy;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.policy.ListEntries.ListName;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ListEntriesTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Pod pod = world.pod("team");
  private final Inbox inbox = world.inboxIn(pod, "alice");
  private final ScopeRef here = ScopeRef.inbox(inbox.address());
  private final Caller human = world.human(Role.OWNER);

  private static ListName block(ScopeRef place) {
    return new ListName(place, ListEntry.Direction.SEND, ListEntry.Type.BLOCK);
  }

  private static ListName allow(ScopeRef place) {
    return new ListName(place, ListEntry.Direction.SEND, ListEntry.Type.ALLOW);
  }

  private ListEntry add(Caller caller, ListName list, String entry) {
    return world.lists.add(caller, list, entry, null, IdempotentRequest.unkeyed());
  }

  private List<Object> reasons(String recipient) {
    MailInput mail =
        MailInput.from(inbox.address()).to(recipient).subject(recipient).text("t").build();
    try {
      world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed());
      return List.of();
    } catch (MailboxException refusal) {
      return List.copyOf((List<?>) refusal.details().get("reasons"));
    }
  }

  @Test
  void entries_are_kept_in_one_spelling() {
    assertEquals("bob@example.com", add(world.owner, block(here), " Bob@EXAMPLE.com ").entry());
    assertEquals("xn--bcher-kva.example", add(world.owner, block(here), "Bücher.example").entry());
    assertEquals(".example.org", add(world.owner, block(here), ".Example.ORG").entry());
    assertEquals(
        "bob@xn--bcher-kva.example", add(world.owner, block(here), "bob@bücher.example").entry());
    assertEquals(
        "bob@example.com", world.lists.get(world.owner, block(here), "BOB@example.com").entry());
    assertEquals("ann@example.com", add(world.owner, block(here), "\"an\\n\"@example.com").entry());
    assertEquals(
        "ann@example.com",
        world.lists.get(world.owner, block(here), "\"Ann\"@example.com").entry());
    assertEquals(
        "\"a b\"@example.com", add(world.owner, block(here), "\"\\A b\"@example.com").entry());
    for (String wrong :
        List.of(
            "",
            " ",
            "a b",
            "@example.com",
            "bob@",
            "..x",
            "Bob <bob@example.com>",
            "*.x.com",
            "bob@example.com\n",
            "x".repeat(300),
            "a@[127.0.0.1]")) {
      MailboxException refusal = refused(() -> add(world.owner, block(here), wrong));
      assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code(), wrong);
      assertEquals("entry", refusal.problems().get(0).path(), wrong);
      assertEquals(
          ErrorCode.NOT_FOUND, refusal(() -> world.lists.get(world.owner, block(here), wrong)));
    }
  }

  @Test
  void a_key_blocks_at_every_level_and_all_of_them_count() {
    add(world.owner, block(ScopeRef.OWN), "org.test");
    add(world.owner, block(ScopeRef.pod(pod.id())), "bob@pod.test");
    add(world.owner, block(here), ".inbox.test");
    assertEquals(List.of("recipient_blocked"), reasons("x@org.test"));
    assertEquals(List.of("recipient_blocked"), reasons("Bob@pod.test"));
    assertEquals(List.of("recipient_blocked"), reasons("x@sub.inbox.test"));
    assertEquals(List.of(), reasons("x@inbox.test"));
    assertEquals(List.of(), reasons("x@sub.org.test"));
  }

  @Test
  void of_allow_lists_the_narrowest_that_has_entries_counts() {
    add(world.owner, allow(ScopeRef.OWN), "wide.test");
    assertEquals(List.of("recipient_not_allowed"), reasons("x@narrow.test"));
    add(human, allow(here), "narrow.test");
    assertEquals(List.of(), reasons("x@narrow.test"));
    assertEquals(List.of("recipient_not_allowed"), reasons("x@wide.test"));
    add(world.owner, block(ScopeRef.OWN), "x@narrow.test");
    assertEquals(List.of("recipient_blocked"), reasons("x@narrow.test"));
  }

  @Test
  void a_key_starts_an_allow_list_and_only_a_human_lets_more_in() {
    add(world.owner, allow(here), "example.com");
    assertEquals(
        ErrorCode.HUMAN_REQUIRED, refusal(() -> add(world.owner, allow(here), "other.test")));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> add(world.human(Role.APPROVER), allow(here), "other.test")));
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED, refusal(() -> add(world.unverified(), allow(here), "o.test")));
    assertEquals("other.test", add(human, allow(here), "other.test").entry());
    assertEquals("other.test", add(world.owner, allow(here), "other.test").entry());
    world.lists.remove(world.owner, allow(here), "other.test");
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.lists.remove(world.owner, allow(here), "example.com")));
    world.lists.remove(human, allow(here), "example.com");
    assertEquals(List.of(), reasons("x@anywhere.test"));
  }

  // spec Decisions.10
  @Test
  void a_list_of_a_key_never_lets_in_whom_the_humans_leave_out() {
    add(world.owner, allow(here), ".evil.test");
    add(human, allow(ScopeRef.OWN), "good.test");
    assertEquals(List.of("recipient_not_allowed"), reasons("x@sub.evil.test"));
    assertEquals(List.of("recipient_not_allowed"), reasons("x@good.test"));
    add(human, allow(here), "friend.test");
    assertEquals(List.of(), reasons("x@friend.test"));
    assertEquals(List.of("recipient_not_allowed"), reasons("x@other.evil.test"));
  }

  @Test
  void lists_of_keys_all_count_together() {
    add(world.owner, allow(here), "bob@both.test");
    add(world.owner, allow(ScopeRef.pod(pod.id())), "both.test");
    assertEquals(List.of(), reasons("bob@both.test"));
    assertEquals(List.of("recipient_not_allowed"), reasons("eve@both.test"));
  }

  @Test
  void a_human_makes_an_entry_of_a_key_their_own_by_adding_it() {
    assertTrue(add(world.owner, allow(here), "mine.test").byKey());
    add(human, allow(ScopeRef.OWN), "wide.test");
    assertEquals(List.of("recipient_not_allowed"), reasons("x@mine.test"));
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        refusal(() -> add(world.unverified(), allow(here), "mine.test")));
    assertFalse(add(human, allow(here), "mine.test").byKey());
    assertFalse(add(world.owner, allow(here), "mine.test").byKey());
    assertEquals(List.of(), reasons("x@mine.test"));
  }

  @Test
  void a_human_goes_on_with_a_list_that_a_key_began() {
    add(world.owner, allow(here), "begun.test");
    add(human, allow(here), "more.test");
    assertEquals(List.of(), reasons("x@begun.test"));
    assertEquals(List.of(), reasons("x@more.test"));
    assertEquals(List.of("recipient_not_allowed"), reasons("x@other.test"));
  }

  @Test
  void a_top_level_domain_is_no_entry() {
    for (String wide : List.of("com", ".com", ".test", "localhost")) {
      for (ListName list : List.of(allow(here), block(ScopeRef.OWN))) {
        MailboxException refusal = refused(() -> add(human, list, wide));
        assertEquals("entry", refusal.problems().get(0).path());
      }
    }
    assertEquals("x@localhost", add(human, block(here), "x@localhost").entry());
  }

  @Test
  void a_first_entry_loosens_where_a_wider_list_refuses_it() {
    add(world.owner, allow(ScopeRef.OWN), ".example.com");
    assertEquals(
        ErrorCode.HUMAN_REQUIRED, refusal(() -> add(world.owner, allow(here), "example.com")));
    assertEquals(
        "bob@sub.example.com", add(world.owner, allow(here), "bob@sub.example.com").entry());
    assertEquals(List.of("recipient_not_allowed"), reasons("eve@sub.example.com"));
  }

  @Test
  void only_a_human_removes_a_block_and_a_missing_entry_is_missing_for_everybody() {
    add(world.owner, block(here), "example.com");
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.lists.remove(world.owner, block(here), "missing.test")));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.lists.remove(world.owner, block(here), "example.com")));
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        refusal(() -> world.lists.remove(world.unverified(), block(here), "example.com")));
    world.lists.remove(human, block(here), "example.com");
    assertEquals(List.of(), reasons("x@example.com"));
  }

  @Test
  void a_suppression_is_read_only_and_a_human_lifts_it() {
    world.store.write(
        tx -> {
          tx.lists()
              .insert(
                  new ListEntry(
                      "bob@example.com",
                      ListEntry.Direction.SEND,
                      ListEntry.Type.BLOCK,
                      world.owner.scope(),
                      "bounced 5.1.1",
                      true,
                      world.context.now()));
          return true;
        });
    ListEntry shown = world.lists.get(world.owner, block(ScopeRef.OWN), "bob@example.com");
    assertTrue(shown.suppression());
    assertTrue(add(world.owner, block(ScopeRef.OWN), "bob@example.com").suppression());
    assertEquals(List.of("recipient_suppressed"), reasons("bob@example.com"));
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.lists.remove(world.owner, block(ScopeRef.OWN), "bob@example.com")));
    world.lists.remove(human, block(ScopeRef.OWN), "bob@example.com");
    assertEquals(List.of(), reasons("bob@example.com"));
  }

  @Test
  void without_a_place_the_level_is_the_callers_own() {
    Caller ofInbox = world.key(inbox.scope(), EnumSet.allOf(Permission.class));
    assertEquals(inbox.scope(), add(ofInbox, block(ScopeRef.OWN), "a.test").scope());
    assertEquals(world.owner.scope(), add(world.owner, block(ScopeRef.OWN), "b.test").scope());
    assertEquals(
        ErrorCode.NOT_FOUND, refusal(() -> add(ofInbox, block(ScopeRef.pod(pod.id())), "c.test")));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> add(ofInbox, block(ScopeRef.inbox("x@y.test")), "c.test")));
  }

  @Test
  void permissions_are_asked_for_one_by_one() {
    add(world.owner, block(here), "example.com");
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> add(world.without(Permission.LIST_ENTRY_CREATE), block(here), "x.test")));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () ->
                world.lists.remove(
                    world.without(Permission.LIST_ENTRY_DELETE), block(here), "example.com")));
    Caller blind = world.without(Permission.LIST_ENTRY_READ);
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> world.lists.list(blind, block(here), PageRequest.first(1))));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> world.lists.get(blind, block(here), "example.com")));
  }

  @Test
  void a_list_is_read_page_by_page() {
    for (int i = 0; i < 5; i++) {
      add(world.owner, block(here), "d" + i + ".test");
    }
    Page<ListEntry> first = world.lists.list(world.owner, block(here), PageRequest.first(3));
    assertEquals(3, first.items().size());
    Page<ListEntry> second =
        world.lists.list(world.owner, block(here), new PageRequest(3, first.next(), false));
    assertEquals(2, second.items().size());
    assertFalse(first.items().contains(second.items().get(0)));
  }

  @Test
  void reply_lists_are_for_answers_and_receive_lists_for_the_rest() {
    world.lists.add(
        world.owner,
        new ListName(here, ListEntry.Direction.RECEIVE, ListEntry.Type.BLOCK),
        "bücher.example",
        null,
        IdempotentRequest.unkeyed());
    assertTrue(world.receive(inbox, "x@bücher.example", "Hello", "t").labels().contains("blocked"));
    assertTrue(
        world.receive(inbox, "x@xn--bcher-kva.example", "Hi", "t").labels().contains("blocked"));
    assertFalse(world.receive(inbox, "x@example.org", "Hi", "t").labels().contains("blocked"));
  }
}
