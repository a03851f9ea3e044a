package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.blockedFor;
import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.sending.SendEdit.Change;
import dev.agentmailbox.sending.SendEdit.Field;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.policy.ListEntries.ListName;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A human changes a mail and approves it, or sends it back. */
class ApprovalEditTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Caller approver = world.human(Role.APPROVER);

  @BeforeEach
  void ask() {
    world.askForApproval("first_contact");
  }

  private static MailInput.Builder refund(Inbox inbox) {
    return MailInput.from(inbox.address())
        .to("Bob <bob@example.com>")
        .subject("Your refund")
        .text("Hello Bob,\nyou get 500 euros.\n");
  }

  private Approval ask(MailInput.Builder mail) {
    String sendId =
        world.sends.submit(world.owner, mail.build(), IdempotentRequest.unkeyed()).sendId();
    return world.approvals.get(
        world.owner, String.valueOf(world.sends.get(world.owner, sendId).state().approvalId()));
  }

  private Approval approve(Approval asked, MailEdit edit) {
    return world.approvals.approve(approver, asked.id(), edit, "Less", IdempotentRequest.unkeyed());
  }

  private Send send(Approval asked) {
    return world.sends.get(world.owner, asked.sendId());
  }

  private ParsedMessage left() {
    world.outbox.runDue();
    List<Captured> left = world.transport.captured();
    return new MimeReader().read(left.get(left.size() - 1).content());
  }

  private long taken() {
    return world.store.read(
        tx ->
            tx.usage()
                .used(
                    world.owner.scope().organizationId(), world.context.today(), Quota.RECIPIENTS));
  }

  private Set<String> stored() throws IOException {
    Set<String> keys = new TreeSet<>();
    world.store.content().list(keys::add);
    return keys;
  }

  private static MailEdit text(String text) {
    return new MailEdit(null, null, null, null, text, null);
  }

  private static MailEdit to(String... addresses) {
    return new MailEdit(List.of(addresses), null, null, null, null, null);
  }

  @Test
  void the_changed_text_leaves_and_its_hash_is_the_one_approved() throws IOException {
    Approval asked = ask(refund(inbox));
    String before = send(asked).mail().contentKey();

    Approval approved = approve(asked, text("Hello Bob,\nyou get 50 euros.\n"));

    assertEquals(Approval.Status.APPROVED, approved.status());
    assertTrue(approved.edited());
    assertEquals("usr_1", approved.decidedBy());
    ParsedMessage mail = left();
    assertEquals("Hello Bob,\nyou get 50 euros.\n", mail.text());
    assertEquals("Your refund", mail.headers().subject());
    assertEquals("Bob <bob@example.com>", mail.headers().to().get(0).display());
    byte[] bytes = world.transport.captured().get(0).content().open().readAllBytes();
    assertEquals(approved.request().contentHash(), Sha256.hex(bytes));
    assertNotEquals(asked.request().contentHash(), approved.request().contentHash());
    assertEquals("sent", send(asked).status().wireName());
    assertFalse(stored().contains(before), "the bytes that nobody sends are gone");
  }

  @Test
  void the_author_reads_who_changed_what() {
    Approval asked = ask(refund(inbox));
    approve(
        asked,
        new MailEdit(
            List.of("carol@example.com"),
            List.of("dan@example.com"),
            null,
            "Refund",
            "Hello Carol\n",
            null));
    Send send = send(asked);
    assertTrue(send.decision().orElseThrow().edited());
    assertEquals("Less", send.decision().orElseThrow().note());
    SendEdit edit = world.sends.edit(world.owner, asked.sendId());
    assertEquals(asked.request().contentHash(), edit.originalHash());
    assertEquals("usr_1", edit.by());
    assertEquals(
        List.of(
            new Change(Field.TO, "Bob <bob@example.com>", "carol@example.com"),
            new Change(Field.CC, null, "dan@example.com"),
            new Change(Field.SUBJECT, "Your refund", "Refund"),
            new Change(Field.TEXT, "Hello Bob,\nyou get 500 euros.\n", "Hello Carol\n")),
        edit.changes());
    Event decided =
        world.log().stream()
            .filter(e -> e.type().wireName().equals("approval.decided"))
            .findFirst()
            .orElseThrow();
    assertEquals(true, decided.data().get("edited"));
    assertEquals(List.of("carol@example.com", "dan@example.com"), recipients(send));
  }

  private static List<String> recipients(Send send) {
    return send.recipients().stream().map(one -> one.address()).toList();
  }

  @Test
  void an_edit_is_read_with_the_permission_and_in_the_scope_of_its_send() {
    Approval asked = ask(refund(inbox));
    assertEquals("not_found -", codeAndReason(() -> world.sends.edit(world.owner, asked.sendId())));
    approve(asked, text("Hello\n"));
    assertEquals(
        "missing_permission -",
        codeAndReason(
            () -> world.sends.edit(world.without(Permission.MESSAGE_SEND), asked.sendId())));
    Caller other = world.key(world.inbox("other").scope(), Set.of(Permission.MESSAGE_SEND));
    assertEquals("not_found -", codeAndReason(() -> world.sends.edit(other, asked.sendId())));
  }

  @Test
  void files_threading_and_labels_stay_as_they_were() {
    world.askForApproval("has_attachments");
    Message question = world.receive(inbox, "bob@example.com", "Question", "When?");
    Approval asked =
        ask(
            MailInput.reply(inbox.address(), question.id())
                .text("Tomorrow")
                .labels(List.of("work"))
                .attach(AttachmentInput.of("résumé.pdf", "application/pdf", new byte[] {1, 2, 3})));
    Send before = send(asked);
    approve(asked, text("On Friday\n"));
    ParsedMessage mail = left();
    assertEquals("Re: Question", mail.headers().subject());
    assertEquals(question.headers().rfcMessageId(), mail.headers().inReplyTo());
    assertEquals(before.mail().rfcMessageId(), mail.headers().rfcMessageId());
    ParsedAttachment file = mail.attachments().get(0);
    assertEquals("résumé.pdf", file.filename());
    assertEquals("application/pdf", file.contentType());
    assertEquals(3, file.size());
    Send after = send(asked);
    assertEquals(before.threadId(), after.threadId());
    assertEquals(before.mail().envelopeSender(), after.mail().envelopeSender());
    assertEquals(List.of("work"), after.mail().labels());
    assertEquals("auto-replied", mail.header("Auto-Submitted").orElseThrow());
  }

  @Test
  void recipients_that_are_not_changed_keep_names_of_any_kind() {
    List<String> names =
        List.of(
            "\"Doe, John\" <john@example.com>",
            "\"a \\\"b\\\" (c)\" <quoted@example.com>",
            "Größe <g@example.com>");
    MailInput.Builder mail = MailInput.from(inbox.address()).subject("s").text("t");
    Approval asked = ask(mail.to(names));
    List<SendRecipient> before = send(asked).recipients();
    approve(asked, text("other\n"));
    assertEquals(
        before.stream().map(SendRecipient::recipient).toList(),
        send(asked).recipients().stream().map(SendRecipient::recipient).toList());
    assertEquals(
        List.of("text"),
        world.sends.edit(world.owner, asked.sendId()).changes().stream()
            .map(change -> change.field().wireName())
            .toList());
  }

  @Test
  void html_is_changed_together_with_its_text() {
    Approval asked = ask(refund(inbox).html("<p>you get <b>500</b> euros</p>"));
    assertEquals(
        List.of("edit.html"), problemPaths(() -> approve(asked, text("you get 50 euros"))));
    approve(asked, new MailEdit(null, null, null, null, null, "<p>you get <b>50</b> euros</p>"));
    ParsedMessage mail = left();
    assertEquals("<p>you get <b>50</b> euros</p>", String.valueOf(mail.html()).strip());
    assertEquals("you get 50 euros", String.valueOf(mail.text()).strip());
  }

  @Test
  void html_can_be_taken_out() {
    Approval asked = ask(refund(inbox).html("<p>you get <b>500</b> euros</p>"));
    approve(asked, new MailEdit(null, null, null, null, "you get 50 euros", ""));
    ParsedMessage mail = left();
    assertEquals(null, mail.html());
    assertEquals("you get 50 euros", String.valueOf(mail.text()).strip());
  }

  @Test
  void what_is_wrong_is_named_and_changes_nothing() throws IOException {
    Approval asked = ask(refund(inbox));
    Set<String> content = stored();
    assertEquals(List.of("edit.to[0]"), problemPaths(() -> approve(asked, to("not an address"))));
    assertEquals(List.of("edit.to"), problemPaths(() -> approve(asked, to())));
    assertEquals(List.of("edit"), problemPaths(() -> approve(asked, to("Bob <bob@example.com>"))));
    assertEquals(
        List.of("placeholder"), blockedFor(() -> approve(asked, text("Hello {{name}}\n"))));
    assertEquals(
        List.of("secret_detected"),
        blockedFor(
            () -> approve(asked, text("Hello Bob,\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n"))));
    world.lists.add(
        world.owner,
        new ListName(ScopeRef.OWN, ListEntry.Direction.SEND, ListEntry.Type.BLOCK),
        "eve@example.com",
        null,
        IdempotentRequest.unkeyed());
    assertEquals(
        List.of("recipient_blocked"), blockedFor(() -> approve(asked, to("eve@example.com"))));
    assertEquals("pending_approval", send(asked).status().wireName());
    assertEquals(content, stored());
    assertEquals(1, taken());
    assertFalse(world.logTypes().contains("approval.decided"));
  }

  @Test
  void a_placeholder_that_was_quoted_before_does_not_stop_a_forward() {
    Message original = world.receive(inbox, "bob@example.com", "Template", "Dear {{name}}");
    Approval asked =
        ask(MailInput.forward(inbox.address(), original.id()).to("carol@example.com").text("See"));
    String text = String.valueOf(pending(asked).text());
    assertTrue(text.contains("{{name}}"));
    assertEquals(
        Approval.Status.APPROVED, approve(asked, text(text.replace("See", "Look"))).status());
  }

  private ParsedMessage pending(Approval asked) {
    return world.approvals.message(approver, asked.id()).mail();
  }

  @Test
  void recipients_count_for_the_day_as_often_as_the_mail_leaves() {
    Approval more = ask(refund(inbox));
    approve(more, to("bob@example.com", "carol@example.com", "dan@example.com"));
    assertEquals(3, taken());
    Approval less = ask(refund(inbox).subject("other").to("eve@example.com"));
    assertEquals(5, taken());
    approve(less, to("bob@example.com"));
    assertEquals(4, taken());
  }

  @Test
  void an_identical_mail_that_was_just_sent_is_refused() {
    approve(ask(refund(inbox)), text("Hello\n"));
    Approval second = ask(refund(inbox).subject("Your refund, again"));
    assertEquals(
        "duplicate_send -",
        codeAndReason(
            () -> approve(second, new MailEdit(null, null, null, "Your refund", "Hello\n", null))));
  }

  @Test
  void a_changed_mail_of_a_paused_inbox_waits() {
    Approval asked = ask(refund(inbox));
    world.pauses.pauseInbox(world.human(Role.OWNER), inbox.address(), IdempotentRequest.unkeyed());
    approve(asked, text("Hello\n"));
    assertEquals("inbox_paused", send(asked).deferredReason());
    assertEquals(
        List.of("placeholder"),
        blockedFor(() -> approve(ask(refund(world.inbox("carol"))), text("Hello {{name}}\n"))));
  }

  @Test
  void of_many_edits_at_once_one_counts() throws IOException {
    Approval asked = ask(refund(inbox));
    List<Boolean> won =
        Race.run(
            i -> {
              try {
                approve(asked, text("Version " + i + "\n"));
                return true;
              } catch (MailboxException late) {
                return false;
              }
            });
    assertEquals(1, Race.wins(won));
    assertEquals(1, stored().size());
    String text = String.valueOf(left().text());
    assertEquals(1, world.transport.captured().size());
    SendEdit edit = world.sends.edit(world.owner, asked.sendId());
    assertEquals(text, edit.changes().get(0).after());
  }

  @Test
  void a_repeated_request_gives_the_first_answer() {
    Approval asked = ask(refund(inbox));
    approve(asked, text("Hello\n"));
    assertEquals("conflict already_decided", codeAndReason(() -> approve(asked, text("Other\n"))));
  }

  @Test
  void a_mail_sent_back_is_rejected_with_a_note_for_its_author() {
    Approval asked = ask(refund(inbox));
    assertEquals(List.of("note"), problemPaths(() -> sendBack(asked, " ")));
    Approval returned = sendBack(asked, "Ask for the order number first");
    assertEquals(Approval.Status.REJECTED, returned.status());
    assertTrue(returned.returned());
    Send send = send(asked);
    assertEquals("rejected", send.status().wireName());
    assertTrue(send.decision().orElseThrow().returned());
    assertEquals("Ask for the order number first", send.decision().orElseThrow().note());
    assertEquals(0, taken());
    Map<String, Object> told =
        world.log().stream()
            .filter(e -> e.type().wireName().equals("approval.decided"))
            .findFirst()
            .orElseThrow()
            .data();
    assertEquals("rejected", told.get("decision"));
    assertEquals(true, told.get("returned"));
    // The same mail again, with what was asked for: nothing stands in its way.
    ask(refund(inbox));
  }

  private Approval sendBack(Approval asked, String note) {
    return world.approvals.sendBack(approver, asked.id(), note, IdempotentRequest.unkeyed());
  }

  @Test
  void a_key_neither_edits_nor_sends_back() {
    Approval asked = ask(refund(inbox));
    assertEquals(
        "human_required -",
        codeAndReason(
            () ->
                world.approvals.approve(
                    world.owner, asked.id(), text("x"), null, IdempotentRequest.unkeyed())));
    assertEquals(
        "human_required -",
        codeAndReason(
            () ->
                world.approvals.sendBack(
                    world.owner, asked.id(), "x", IdempotentRequest.unkeyed())));
  }

  @Test
  void a_text_too_long_to_be_shown_whole_is_not_edited() {
    String line = "All work and no play makes a long mail.\n";
    Approval asked = ask(refund(inbox).text(line.repeat((2 << 20) / line.length())));
    assertEquals(List.of("edit"), problemPaths(() -> approve(asked, to("carol@example.com"))));
  }
}
