package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.SendingRoom.CALLER;
import static dev.agentmailbox.operation.SendingRoom.INBOX;
import static dev.agentmailbox.operation.SendingRoom.keyed;
import static dev.agentmailbox.operation.SendingRoom.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.UsageStore.Quota;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each row of the specification's table of send checks. */
class SendChecksTest {
  private final SendingRoom room = new SendingRoom();

  private MailboxException refused(SendCommandBuilder command) {
    return assertThrows(MailboxException.class, () -> room.submit(command));
  }

  private List<Object> reasons(SendCommandBuilder command) {
    MailboxException refusal = refused(command);
    assertEquals(ErrorCode.SEND_BLOCKED, refusal.code());
    return List.copyOf((List<?>) Objects.requireNonNull(refusal.details().get("reasons")));
  }

  private List<String> problemPaths(SendCommandBuilder command) {
    MailboxException refusal = refused(command);
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal.code());
    return refusal.problems().stream().map(FieldProblem::path).toList();
  }

  @Test
  void check_1_lists_every_problem_at_once() {
    SendCommandBuilder wrong =
        mail()
            .to("no address")
            .cc(List.of("ok@example.com", "@"))
            .labels(List.of("fine", "Not Fine", "sent"))
            .sendAt(START.minusSeconds(61))
            .expectRecipients(List.of("x"))
            .attach(new AttachmentInput("a.txt", "text/plain", "***", "sideways", null, null))
            .header("X-Other", "1");
    assertEquals(
        List.of(
            "to[1]",
            "cc[1]",
            "attachments[0].content_disposition",
            "attachments[0].content",
            "labels[1]",
            "labels[2]",
            "send_at",
            "expected_recipients[0]",
            "headers"),
        problemPaths(wrong));
  }

  @Test
  void check_1_wants_a_recipient_and_at_most_fifty() {
    assertEquals(List.of("to"), problemPaths(SendCommand.send(INBOX).text("x")));
    List<String> many = IntStream.range(0, 26).mapToObj(i -> "a" + i + "@example.com").toList();
    assertEquals(
        List.of("to"), problemPaths(SendCommand.send(INBOX).to(many).cc(many.subList(0, 25))));
    room.submit(SendCommand.send(INBOX).to(many).cc(many.subList(0, 24)).text("x"));
  }

  @Test
  void check_1_bounds_send_at() {
    assertEquals(
        List.of("send_at"),
        problemPaths(mail().sendAt(START.plus(Duration.ofDays(30)).plusMillis(1))));
    room.submit(mail().sendAt(START.plus(Duration.ofDays(30))));
    assertEquals(
        SendStatus.SENDING, room.submit(mail().text("y").sendAt(START.minusSeconds(60))).status());
  }

  @Test
  void check_1_refuses_fields_that_replies_and_forwards_do_not_have() {
    Message original = room.received();
    assertEquals(
        List.of("subject", "to"),
        problemPaths(SendCommand.reply(INBOX, original.id()).to("a@example.com").subject("x")));
    assertEquals(
        List.of("subject", "html", "attachments"),
        problemPaths(
            SendCommand.forward(INBOX, original.id())
                .to("a@example.com")
                .subject("x")
                .html("<p>")
                .attach(AttachmentInput.of("a", "text/plain", new byte[1]))));
  }

  @Test
  void check_2_hides_what_is_out_of_scope_and_names_the_missing_permission() {
    Caller elsewhere = new Caller.Embedder(Scope.organization("org_b"));
    MailboxException hidden =
        assertThrows(
            MailboxException.class,
            () -> room.sends.submit(elsewhere, mail().build(), Once.unkeyed()));
    assertEquals(ErrorCode.NOT_FOUND, hidden.code());
    MailboxException forbidden =
        assertThrows(
            MailboxException.class,
            () -> room.sends.submit(key(Permission.INBOX_READ), mail().build(), Once.unkeyed()));
    assertEquals(ErrorCode.MISSING_PERMISSION, forbidden.code());
  }

  @Test
  void check_3_refuses_a_suspended_organization() {
    room.suspend("message.bounced");
    MailboxException refusal = refused(mail());
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refusal.code());
    assertEquals("message.bounced", refusal.details().get("reason"));
  }

  @Test
  void check_4_refuses_a_key_used_with_another_body() {
    room.sends.submit(CALLER, mail().build(), keyed("k", "one"));
    MailboxException refusal =
        assertThrows(
            MailboxException.class,
            () -> room.sends.submit(CALLER, mail().text("other").build(), keyed("k", "two")));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
  }

  @Test
  void check_4_binds_the_key_even_when_a_later_check_refuses() {
    assertThrows(
        MailboxException.class,
        () -> room.sends.submit(CALLER, mail().text("{{name}}").build(), keyed("k", "one")));
    MailboxException refusal =
        assertThrows(
            MailboxException.class,
            () -> room.sends.submit(CALLER, mail().build(), keyed("k", "two")));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
    room.sends.submit(CALLER, mail().build(), keyed("k", "one"));
  }

  @Test
  void a_suspended_organization_binds_no_key() {
    room.suspend("human");
    assertThrows(
        MailboxException.class, () -> room.sends.submit(CALLER, mail().build(), keyed("k", "one")));
    room.suspend(null);
    room.sends.submit(CALLER, mail().build(), keyed("k", "two"));
  }

  @Test
  void check_5_refuses_control_characters_before_it_looks_at_addresses() {
    for (SendCommandBuilder command :
        List.of(
            mail().subject("a\r\nBcc: x@example.com"),
            mail().subject("nul\0"),
            mail().to("bob@example.com\r\nX: y"),
            mail().to("not an address\n"),
            mail().to("Bob\t<bob@example.com>"),
            mail().header("x-service-client-ref", "a\nb"),
            mail().attach(AttachmentInput.of("a\r\nb.txt", "text/plain", new byte[1])))) {
      assertEquals(ErrorCode.INVALID_HEADER, refused(command).code());
    }
  }

  @Test
  void check_6_refuses_thirty_three_attachments_and_five_mebibytes() {
    SendCommandBuilder many = mail();
    for (int i = 0; i < 33; i++) {
      many.attach(AttachmentInput.of("f" + i, "text/plain", new byte[] {1}));
    }
    MailboxException tooMany = refused(many);
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, tooMany.code());
    byte[] large = new byte[4 << 20];
    MailboxException tooLarge =
        refused(mail().attach(AttachmentInput.of("f", "text/plain", large)));
    assertEquals(ErrorCode.MESSAGE_TOO_LARGE, tooLarge.code());
    assertEquals(5L << 20, tooLarge.details().get("limit_bytes"));
    assertTrue((Long) Objects.requireNonNull(tooLarge.details().get("estimated_bytes")) > 5L << 20);
    room.submit(mail().attach(AttachmentInput.of("f", "text/plain", new byte[3_600 * 1_024])));
  }

  @Test
  void check_7_refuses_a_locked_thread_and_a_paused_inbox() {
    Message original = room.received();
    room.lockThread(original.threadId(), true);
    MailboxException locked = refused(SendCommand.reply(INBOX, original.id()).text("x"));
    assertEquals(ErrorCode.THREAD_LOCKED, locked.code());
    assertEquals("thread_locked", locked.details().get("reason"));
    room.submit(mail());
    room.status(InboxStatus.PAUSED);
    MailboxException paused = refused(mail().text("again"));
    assertEquals(ErrorCode.THREAD_LOCKED, paused.code());
    assertEquals("inbox_paused", paused.details().get("reason"));
  }

  @Test
  void check_8_reports_every_reason() {
    list(ListEntry.Type.BLOCK, "example.com");
    assertEquals(
        List.of(
            "placeholder", "expected_recipients_mismatch", "recipient_blocked", "bcc_not_allowed"),
        reasons(
            mail()
                .subject("Hi {{name}}")
                .bcc(List.of("c@example.net"))
                .expectRecipients(List.of("bob@example.com"))));
  }

  @Test
  void a_refused_mail_is_told_and_leaves_nothing_behind() {
    MailboxException refusal = refused(mail().text("{{name}} www.example.com"));
    assertEquals(List.of("first_contact", "has_links"), refusal.details().get("flags"));
    assertEquals(
        Map.of("reasons", List.of("placeholder"), "wake", true),
        room.event(EventType.SEND_BLOCKED).data());
    assertTrue(room.sends.list(CALLER, null, null, page()).items().isEmpty());
    assertEquals(0, used());
  }

  @Test
  void check_8_knows_machines_and_agents_of_the_service() {
    for (Message original :
        List.of(
            room.received(r -> r.classification(Classification.AUTOMATIC)),
            room.received(r -> r.envelopeSender("")),
            room.received(r -> r.from(null)),
            room.received(r -> r.from(SendingRoom.OTHER_INBOX)))) {
      assertEquals(
          List.of("loop_auto_reply"), reasons(SendCommand.reply(INBOX, original.id()).text("x")));
      assertEquals(
          List.of("loop_auto_reply"),
          reasons(SendCommand.replyAll(INBOX, original.id()).text("x")));
    }
  }

  @Test
  void check_8_asks_the_lists() {
    list(ListEntry.Type.BLOCK, ".example.org");
    assertEquals(List.of("recipient_blocked"), reasons(to("a@deep.sub.example.org")));
    room.submit(to("a@example.org"));
    list(ListEntry.Type.ALLOW, "friend@example.com");
    assertEquals(List.of("recipient_not_allowed"), reasons(to("bob@example.com")));
    room.submit(to("Friend@Example.com"));
  }

  @Test
  void the_narrowest_allow_list_counts() {
    write(ORG_A, ListEntry.Type.ALLOW, "example.net", false);
    write(ONE, ListEntry.Type.ALLOW, "example.com", false);
    room.submit(to("a@example.com"));
    assertEquals(List.of("recipient_not_allowed"), reasons(to("a@example.net")));
  }

  @Test
  void check_8_tells_suppression_by_its_own_reason() {
    write(ORG_A, ListEntry.Type.BLOCK, "gone@example.com", true);
    assertEquals(List.of("recipient_suppressed"), reasons(to("gone@example.com")));
  }

  @Test
  void check_8_allows_bcc_when_the_policy_does() {
    assertEquals(List.of("bcc_not_allowed"), reasons(mail().bcc(List.of("c@example.net"))));
    room.policy(new Policy(null, true, null, null, null));
    room.submit(mail().bcc(List.of("c@example.net")));
  }

  @Test
  void check_8_refuses_an_empty_message_whatever_its_subject() {
    assertEquals(
        List.of("empty_message"),
        reasons(SendCommand.send(INBOX).to("a@example.com").subject("Hi")));
    assertEquals(List.of("empty_message"), reasons(mail().text(" \n").html("<p> </p>")));
    room.submit(mail().text(null).attach(AttachmentInput.of("a", "text/plain", new byte[1])));
    room.submit(SendCommand.forward(INBOX, room.received().id()).to("new@example.com"));
  }

  @Test
  void check_8_finds_secrets_in_files_too() {
    assertEquals(
        List.of("secret_detected"),
        reasons(
            mail()
                .attach(
                    AttachmentInput.of(
                        "id",
                        "text/plain",
                        "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII)))));
  }

  @Test
  void check_8_stops_the_eleventh_answer_in_a_row() {
    Message original = room.received();
    for (int i = 0; i < 10; i++) {
      room.send(SendCommand.reply(INBOX, original.id()).text("answer " + i));
      room.clock.advance(Duration.ofMinutes(1));
    }
    assertEquals(
        List.of("reply_budget"), reasons(SendCommand.reply(INBOX, original.id()).text("more")));
    room.clock.advance(Duration.ofMinutes(51));
    room.submit(SendCommand.reply(INBOX, original.id()).text("later"));
  }

  @Test
  void check_8_counts_answers_that_are_still_under_way() {
    Message original = room.received();
    for (int i = 0; i < 10; i++) {
      room.submit(SendCommand.reply(INBOX, original.id()).text("answer " + i));
    }
    assertEquals(
        List.of("reply_budget"), reasons(SendCommand.reply(INBOX, original.id()).text("more")));
  }

  @Test
  void check_9_refuses_the_same_mail_within_the_window() {
    room.submit(mail().cc(List.of("C@example.com")));
    MailboxException refusal =
        refused(
            SendCommand.send(INBOX)
                .to("c@example.com", "bob@example.com")
                .subject("Hello")
                .text("Some words."));
    assertEquals(ErrorCode.DUPLICATE_SEND, refusal.code());
    room.submit(mail());
    room.clock.advance(Duration.ofHours(1).plusMillis(1));
    room.submit(mail());
  }

  @Test
  void check_9_forgets_cancelled_sends_and_can_be_switched_off() {
    SendResult first = room.submit(mail().sendAt(START.plusSeconds(3_600)));
    room.sends.cancel(CALLER, first.sendId());
    room.submit(mail());
    room.policy(new Policy(null, null, null, null, 0));
    room.submit(mail());
  }

  @Test
  void check_10_counts_at_acceptance_and_says_when_to_come_back() {
    room.dailyRecipients(2);
    room.submit(mail().cc(List.of("c@example.com")).sendAt(START.plusSeconds(7_200)));
    assertEquals(2, used());
    room.clock.advance(Duration.ofHours(1));
    MailboxException refusal = refused(mail().text("other"));
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refusal.code());
    assertEquals(Duration.ofHours(23), refusal.retryAfter().orElseThrow());
  }

  @Test
  void check_11_refuses_while_the_platform_is_paused() {
    room.setting(SettingStore.SENDING_PAUSED, "operator");
    MailboxException refusal = refused(mail());
    assertEquals(ErrorCode.SENDING_PAUSED, refusal.code());
    assertTrue(refusal.retryAfter().isPresent());
    assertEquals(0, used());
  }

  @Test
  void check_12_asks_a_human_when_the_policy_names_a_flag() {
    room.askForApproval("has_links");
    assertEquals(SendStatus.SENDING, room.submit(mail()).status());
    SendResult result = room.submit(mail().text("see https://example.com"));
    assertEquals(SendStatus.PENDING_APPROVAL, result.status());
    assertEquals(List.of("first_contact", "has_links"), result.flags());
    Send send = room.get(result.sendId());
    String approvalId = present(send.approvalId());
    Approval approval = room.read(tx -> tx.approvals().find(ORG_A, approvalId)).orElseThrow();
    assertEquals(Approval.Status.PENDING, approval.status());
    assertEquals(send.contentHash(), approval.contentHash());
    assertEquals(START.plus(Duration.ofDays(7)), approval.expiresAt());
    assertEquals(
        Map.of(
            "approval_id", approvalId, "send_id", send.id(), "flags", send.flags(), "wake", true),
        room.event(EventType.APPROVAL_REQUESTED).data());
    room.clock.advance(Duration.ofDays(1));
    room.outbox.runDue();
    assertEquals(SendStatus.PENDING_APPROVAL, room.get(result.sendId()).status());
  }

  @Test
  void first_contact_ends_with_the_first_mail() {
    assertEquals(List.of("first_contact"), room.send(mail()).flags());
    assertEquals(List.of(), room.send(mail().text("second")).flags());
  }

  @Test
  void more_than_ten_recipients_are_many() {
    List<String> ten = IntStream.range(0, 10).mapToObj(i -> "a" + i + "@example.com").toList();
    Send few = room.send(SendCommand.send(INBOX).to(ten).text("x"));
    assertEquals(List.of("first_contact"), few.flags());
    Send many = room.send(mail().cc(ten));
    assertEquals(List.of("first_contact", "many_recipients"), many.flags());
  }

  @Test
  void a_dry_run_tells_all_checks_and_changes_nothing() {
    room.askForApproval("has_attachments");
    assertEquals(DryRun.Would.SENT, room.sends.check(CALLER, mail().build()).would());
    SendCommandBuilder risky = mail().attach(AttachmentInput.of("a", "text/plain", new byte[1]));
    assertEquals(DryRun.Would.PENDING_APPROVAL, room.sends.check(CALLER, risky.build()).would());
    room.suspend("human");
    DryRun refused = room.sends.check(CALLER, mail().text("${x}").build());
    assertEquals(DryRun.Would.REFUSED, refused.would());
    assertEquals(12, refused.checks().size());
    assertEquals(ErrorCode.ACCOUNT_SUSPENDED, refused.checks().get(2).code());
    assertEquals(ErrorCode.SEND_BLOCKED, refused.checks().get(7).code());
    assertEquals(List.of("placeholder"), refused.checks().get(7).reasons());
    assertEquals(0, used());
    assertEquals(List.of(), room.events());
    assertTrue(room.sends.list(CALLER, null, null, page()).items().isEmpty());
  }

  private static PageRequest page() {
    return PageRequest.first(10);
  }

  private static String present(@Nullable String value) {
    assertNotNull(value);
    return value;
  }

  private static SendCommandBuilder to(String address) {
    return SendCommand.send(INBOX).to(address).subject("Hello").text("Some words.");
  }

  private long used() {
    return room.read(
        tx -> tx.usage().used(ORG_A.organizationId(), room.context.today(), Quota.RECIPIENTS));
  }

  private void list(ListEntry.Type type, String entry) {
    write(ONE, type, entry, false);
  }

  private void write(Scope level, ListEntry.Type type, String entry, boolean suppression) {
    room.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        entry, ListEntry.Direction.SEND, type, level, null, suppression, START)));
  }

  private static Caller key(Permission... permissions) {
    ApiKey template = StoreFixtures.apiKey("key_1", ONE, START);
    return new Caller.Key(
        new ApiKey(
            template.id(),
            template.prefix(),
            template.hash(),
            template.name(),
            ONE,
            Set.copyOf(List.of(permissions)),
            false,
            START,
            START,
            null,
            null,
            null),
        true);
  }
}
