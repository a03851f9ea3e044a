package dev.agentmailbox.service.erasure;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.ErasureReport;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.policy.AddressLists;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is erased of a person outside, and what is kept. */
class ErasureTest {
  private static final String EVE = "eve@evil.example";

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("agent");
  private final Inbox other = world.inboxIn(world.pod("team"), "other");
  private final Erasure erasure = world.mailbox.erasure();

  private ErasureReport erase(boolean dryRun) {
    return erasure.erase(
        world.human(Role.OWNER), "Eve@Evil.Example", dryRun, IdempotentRequest.unkeyed());
  }

  private SendResult send(String... to) {
    MailInput.Builder mail = MailInput.from(inbox.address()).subject("Hello").text("Some words.");
    return world.sends.submit(world.owner, mail.to(to).build(), IdempotentRequest.unkeyed());
  }

  private void assertCounts(ErasureReport report, int... counts) {
    assertEquals(
        new ErasureReport(
            counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7],
            counts[8]),
        report);
  }

  @Test
  void mail_from_an_address_and_to_it_alone_goes_with_its_content_sends_and_drafts()
      throws IOException {
    Message first = world.receive(inbox, EVE, "Hello", "text");
    world.receive(other, EVE, "Again", "text");
    Message kept = world.receive(inbox, "ann@client.example", "About " + EVE, "text");
    SendResult own = send(EVE);
    SendResult shared = send(EVE, "ann@client.example");
    world.outbox.runDue();
    MailInput draft = MailInput.from(inbox.address()).to("Eve <EVE@evil.example>").build();
    world.mailbox.drafts().create(world.owner, draft, IdempotentRequest.unkeyed());
    ErasureReport counted = erase(true);
    assertEquals(4, world.everything(inbox).size());

    ErasureReport erased = erase(false);

    assertEquals(counted, erased);
    assertEquals(3, erased.messages());
    assertEquals(1, erased.sends());
    assertEquals(1, erased.drafts());
    assertEquals(2, erased.contacts());
    assertEquals(1, erased.shared());
    assertEquals(
        List.of(kept.subject(), "Hello"),
        world.everything(inbox).stream().map(Message::subject).sorted().toList());
    assertEquals(List.of(), world.everything(other));
    assertTrue(world.store.content().find(first.content().contentKey()).isEmpty());
    assertThrows(MailboxException.class, () -> world.sends.get(world.owner, own.sendId()));
    assertEquals(SendStatus.SENT, world.sends.get(world.owner, shared.sendId()).status());
    assertCounts(erase(false), 0, 0, 0, 0, 0, 0, 1, 0, 0);
  }

  @Test
  void what_waits_for_a_human_is_cancelled_and_goes_with_its_approval() {
    world.askForApproval("first_contact");
    SendResult pending = send(EVE);
    String approvalId = requireNonNull(pending.approvalId());
    assertEquals(1, erase(false).sends());
    assertThrows(
        MailboxException.class, () -> world.approvals.get(world.human(Role.OWNER), approvalId));
    world.outbox.runDue();
    assertEquals(0, world.transport.captured().size());
  }

  @Test
  void what_is_being_handed_over_is_kept_for_a_later_call() {
    SendResult sending = send(EVE);
    assertEquals(SendStatus.SENDING, sending.status());
    assertEquals(1, erase(false).inProgress());
    world.outbox.runDue();
    assertEquals(1, erase(false).sends());
  }

  @Test
  void events_keep_their_order_and_name_another_address() {
    world.receive(inbox, EVE, "Hello", "text");
    send(EVE);
    world.outbox.runDue();
    List<String> before = world.log().stream().map(Event::id).toList();
    assertTrue(world.log().stream().anyMatch(event -> event.data().toString().contains(EVE)));

    int changed = erase(false).events();

    assertEquals(before, world.log().stream().map(Event::id).toList());
    assertFalse(world.log().stream().anyMatch(event -> event.data().toString().contains("eve@")));
    assertEquals(
        changed,
        world.log().stream()
            .filter(event -> event.data().toString().contains("erased@erased.invalid"))
            .count());
  }

  @Test
  void a_list_entry_keeps_its_effect_and_names_a_hash() {
    world.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        EVE,
                        ListEntry.Direction.SEND,
                        ListEntry.Type.BLOCK,
                        inbox.scope(),
                        "hard bounce",
                        true,
                        world.context.now())));
    assertEquals(1, erase(false).listEntries());
    assertThrows(MailboxException.class, () -> send(EVE), "still suppressed");
    Optional<ListEntry> entry =
        world.store.read(
            tx ->
                tx.lists()
                    .find(
                        inbox.scope(),
                        ListEntry.Direction.SEND,
                        ListEntry.Type.BLOCK,
                        EntryNames.erased(EVE)));
    assertTrue(entry.orElseThrow().suppression());
    boolean suppressed =
        world.store.read(
            tx ->
                AddressLists.load(tx, inbox.scope(), ListEntry.Direction.SEND, List.of(EVE))
                    .suppresses(EVE));
    assertTrue(suppressed);
  }

  @Test
  void mail_under_a_legal_hold_is_kept_and_counted() {
    world.receive(inbox, EVE, "Hello", "text");
    world.keep(ScopeRef.inbox(inbox.address()), FieldUpdate.none(), FieldUpdate.to(true));
    SendResult sent = send(EVE);
    world.outbox.runDue();
    ErasureReport report = erase(false);
    assertEquals(0, report.messages() + report.sends() + report.events());
    assertEquals(3, report.onHold(), "two messages and a send");
    assertEquals(2, world.everything(inbox).size());
    assertEquals(SendStatus.SENT, world.sends.get(world.owner, sent.sendId()).status());
  }

  @Test
  void only_an_owner_who_proved_it_lately_erases() {
    for (var caller : List.of(world.owner, world.human(Role.APPROVER), world.unverified())) {
      assertThrows(
          MailboxException.class,
          () -> erasure.erase(caller, EVE, true, IdempotentRequest.unkeyed()));
    }
    MailboxException refusal =
        assertThrows(
            MailboxException.class,
            () -> erasure.erase(world.unverified(), EVE, true, IdempotentRequest.unkeyed()));
    assertEquals(ErrorCode.STEP_UP_REQUIRED, refusal.code());
  }

  @Test
  void an_inbox_of_the_organization_and_what_is_no_address_are_refused() {
    assertConflict(
        "own_inbox",
        () ->
            erasure.erase(
                world.human(Role.OWNER), inbox.address(), true, IdempotentRequest.unkeyed()));
    for (String text : List.of("eve", "@", "eve@", "@x.example", "e".repeat(400) + "@x.example")) {
      assertEquals(
          List.of("address"),
          problemPaths(
              () ->
                  erasure.erase(world.human(Role.OWNER), text, true, IdempotentRequest.unkeyed())));
    }
  }

  @Test
  void the_audit_trail_has_the_counts_and_a_hash() {
    world.receive(inbox, EVE, "Hello", "text");
    erase(false);
    Map<String, String> facts =
        world
            .mailbox
            .auditLog()
            .list(world.human(Role.OWNER), AuditAction.ADDRESS_ERASED, null, PageRequest.first(1))
            .items()
            .get(0)
            .facts();
    assertEquals("1", facts.get("messages"));
    assertEquals(EntryNames.erased(EVE), facts.get("entry"));
  }
}
