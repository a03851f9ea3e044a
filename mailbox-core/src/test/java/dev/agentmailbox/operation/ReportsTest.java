package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.SendingRoom.INBOX;
import static dev.agentmailbox.operation.SendingRoom.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.flow.intake.BuiltInScreening;
import dev.agentmailbox.flow.intake.Intake;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MessageStore.MessageRange;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What bounces and complaints do to the sends they are about. */
class ReportsTest {
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingRoom room = new SendingRoom(capture);
  private final Intake intake =
      new Intake(room.context, new MimeReader(), SenderAuthentication.OFF, new BuiltInScreening());

  private static String report(String... recipientGroups) {
    return """
        From: Mail System <mailer-daemon@mx.example.net>
        Subject: Undeliverable mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary=cut

        --cut
        Content-Type: text/plain

        One of your messages met with trouble.
        --cut
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.net

        """
        + String.join("\n\n", recipientGroups)
        + "\n\n--cut--\n";
  }

  private static String group(String recipient, String action, String status, String diagnostic) {
    return "Final-Recipient: rfc822; %s\nAction: %s\nStatus: %s\nDiagnostic-Code: smtp; %s"
        .formatted(recipient, action, status, diagnostic);
  }

  private static String failed(String recipient, String status) {
    return report(group(recipient, "failed", status, "550 " + status + " refused over there"));
  }

  private static String unknownUser(String recipient) {
    return report(group(recipient, "failed", "5.1.1", "550 5.1.1 no such user"));
  }

  private void deliver(String sender, String recipient, String message) throws IOException {
    try (ContentStore.Spool spool = intake.spool()) {
      spool.out().write(message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      intake.accept(
          new MailReceiver.Envelope(sender, List.of(recipient), "test", "192.0.2.1", false), spool);
    } catch (MailReceiver.ReceiveException refused) {
      throw new IOException(refused);
    }
  }

  private Send reported(Send send, String message) throws IOException {
    deliver("", send.envelopeSender(), message);
    return room.get(send.id());
  }

  private static SendRecipient recipient(Send send, String address) {
    return send.recipients().stream()
        .filter(r -> r.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private static RecipientStatus status(Send send) {
    return send.recipients().get(0).status();
  }

  private long events(EventType type) {
    return room.eventTypes().stream().filter(type::equals).count();
  }

  private boolean suppressed(String address) {
    return room.read(
        tx ->
            tx.lists()
                .find(ORG_A, ListEntry.Direction.SEND, ListEntry.Type.BLOCK, address)
                .filter(ListEntry::suppression)
                .isPresent());
  }

  private long counted(Counter counter) {
    List<UsageDay> days =
        room.read(
            tx ->
                tx.usage()
                    .days(
                        ORG_A.organizationId(),
                        ORG_A.organizationId(),
                        room.context.today(),
                        room.context.today()));
    return days.isEmpty() ? 0 : days.get(0).get(counter);
  }

  private List<Message> received() {
    return room.read(
        tx ->
            tx.messages()
                .range(
                    ONE,
                    new MessageRange(
                        Hidden.visibleBits(Arrays.asList(Hidden.values())),
                        Label.RECEIVED,
                        null,
                        null,
                        null),
                    PageRequest.first(50)));
  }

  @Test
  void a_hard_bounce_is_recorded_told_counted_and_suppressed() throws IOException {
    Send send = reported(room.send(mail()), unknownUser("bob@example.com"));
    assertEquals(RecipientStatus.BOUNCED, status(send));
    assertEquals("permanent", send.recipients().get(0).bounceType());
    assertEquals("550 5.1.1 no such user", send.recipients().get(0).detail());
    assertEquals(SendStatus.SENT, send.status());
    assertEquals(
        Map.of(
            "send_id", send.id(),
            "recipient", "bob@example.com",
            "bounce_type", "permanent",
            "status", "5.1.1",
            "wake", true),
        room.event(EventType.MESSAGE_BOUNCED).data());
    assertEquals(send.messageId(), room.event(EventType.MESSAGE_BOUNCED).messageId());
    assertTrue(suppressed("bob@example.com"));
    assertEquals(1, counted(Counter.BOUNCED));
  }

  @Test
  void the_report_itself_is_kept_as_automatic_mail_and_wakes_nobody() throws IOException {
    reported(room.send(mail()), unknownUser("bob@example.com"));
    assertEquals(1, received().size());
    assertEquals(Classification.AUTOMATIC, received().get(0).classification());
    assertEquals(false, room.event(EventType.MESSAGE_RECEIVED).data().get("wake"));
  }

  @Test
  void good_news_is_recorded_and_does_not_fill_the_inbox() throws IOException {
    Send send =
        reported(
            room.send(mail()), report(group("bob@example.com", "delivered", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.DELIVERED, status(send));
    assertTrue(received().isEmpty());
  }

  @Test
  void a_report_is_heard_though_the_inbox_takes_no_mail() throws IOException {
    Send send = room.send(mail());
    room.status(InboxStatus.PAUSED);
    assertEquals(RecipientAnswer.ACCEPTED, intake.judge(send.envelopeSender()));
    assertEquals(RecipientStatus.BOUNCED, status(reported(send, unknownUser("bob@example.com"))));
    assertTrue(received().isEmpty());
  }

  @Test
  void only_return_paths_of_sends_are_accepted() {
    Send send = room.send(mail());
    assertEquals(
        RecipientAnswer.ACCEPTED,
        intake.judge(send.envelopeSender().toUpperCase(java.util.Locale.ROOT)));
    assertEquals(RecipientAnswer.UNKNOWN, intake.judge("bounce+0000@agents.test"));
    assertEquals(RecipientAnswer.UNKNOWN, intake.judge("bounce@agents.test"));
  }

  @Test
  void a_report_that_comes_again_changes_nothing_twice() throws IOException {
    Send send = room.send(mail());
    reported(send, unknownUser("bob@example.com"));
    reported(send, unknownUser("bob@example.com"));
    reported(send, unknownUser("bob@example.com").replace("met with", "had"));
    assertEquals(1, events(EventType.MESSAGE_BOUNCED));
    assertEquals(1, counted(Counter.BOUNCED));
  }

  @Test
  void a_recipient_the_send_does_not_have_changes_nothing() throws IOException {
    Send send = room.send(mail());
    assertEquals(send, reported(send, unknownUser("eve@example.com")));
    assertEquals(0, events(EventType.MESSAGE_BOUNCED));
    assertFalse(suppressed("eve@example.com"));
  }

  @Test
  void each_recipient_has_its_own_fate() throws IOException {
    Send send = room.send(mail().cc(List.of("c@example.net", "d@example.org")));
    Send after =
        reported(
            send,
            report(
                group("bob@example.com", "failed", "5.1.1", "550 5.1.1 unknown user"),
                group("c@example.net", "delivered", "2.0.0", "250 ok"),
                group("d@example.org", "relayed", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.BOUNCED, recipient(after, "bob@example.com").status());
    assertEquals(RecipientStatus.DELIVERED, recipient(after, "c@example.net").status());
    assertEquals(RecipientStatus.SENT, recipient(after, "d@example.org").status());
    assertEquals("c@example.net", room.event(EventType.MESSAGE_DELIVERED).data().get("recipient"));
  }

  @Test
  void a_delay_is_noted_and_nothing_more() throws IOException {
    Send send = room.send(mail());
    Send after =
        reported(send, report(group("bob@example.com", "delayed", "4.4.1", "451 4.4.1 later")));
    assertEquals(RecipientStatus.SENT, status(after));
    assertEquals("delayed 4.4.1", after.recipients().get(0).detail());
    assertEquals(0, counted(Counter.BOUNCED));
    assertEquals(List.of(EventType.MESSAGE_SENT, EventType.MESSAGE_RECEIVED), room.eventTypes());
  }

  @Test
  void delivered_and_then_refused_for_good_is_a_bounce_and_nothing_else_moves_back()
      throws IOException {
    Send send = room.send(mail());
    reported(send, report(group("bob@example.com", "delivered", "2.0.0", "250 ok")));
    assertEquals(RecipientStatus.DELIVERED, status(room.get(send.id())));
    reported(send, failed("bob@example.com", "4.4.7"));
    assertEquals(RecipientStatus.DELIVERED, status(room.get(send.id())));
    reported(send, failed("bob@example.com", "5.7.1"));
    assertEquals(RecipientStatus.BOUNCED, status(room.get(send.id())));
    reported(send, report(group("bob@example.com", "delivered", "2.0.0", "250 again")));
    assertEquals(RecipientStatus.BOUNCED, status(room.get(send.id())));
    assertEquals(1, events(EventType.MESSAGE_DELIVERED));
    assertEquals(1, events(EventType.MESSAGE_BOUNCED));
  }

  @Test
  void a_report_that_overtakes_our_record_is_asked_to_come_again() throws IOException {
    capture.failNext(CapturingTransport.noAnswer());
    Send send = room.send(mail());
    assertTrue(send.recipients().get(0).isUnanswered());
    assertThrows(IOException.class, () -> reported(send, unknownUser("bob@example.com")));
    assertEquals(send, room.get(send.id()));
    assertTrue(received().isEmpty());
    room.clock.advance(Duration.ofMinutes(2));
    room.outbox.runDue();
    assertEquals(RecipientStatus.BOUNCED, status(reported(send, unknownUser("bob@example.com"))));
  }

  @Test
  void mail_that_was_not_handed_over_cannot_bounce() throws IOException {
    capture.answer("bob@example.com", CapturingTransport.notNow());
    Send send = room.send(mail().cc(List.of("c@example.net")));
    Send after = reported(send, unknownUser("bob@example.com"));
    assertEquals(RecipientStatus.PENDING, recipient(after, "bob@example.com").status());
    assertEquals(send.nextAttemptAt(), after.nextAttemptAt());
  }

  @Test
  void the_third_full_mailbox_in_two_weeks_suppresses() throws IOException {
    for (int day = 0; day < 3; day++) {
      assertFalse(suppressed("bob@example.com"));
      Send send = room.send(mail().text("day " + day));
      reported(
          send,
          report(group("bob@example.com", "failed", "4.2.2", "452 4.2.2 mailbox full " + day)));
      room.clock.advance(Duration.ofDays(3));
    }
    assertTrue(suppressed("bob@example.com"));
    assertEquals(
        "transient",
        room.events().stream()
            .filter(e -> e.type() == EventType.MESSAGE_BOUNCED)
            .findFirst()
            .orElseThrow()
            .data()
            .get("bounce_type"));
  }

  @Test
  void full_mailboxes_far_apart_suppress_nobody() throws IOException {
    for (int month = 0; month < 4; month++) {
      Send send = room.send(mail().text("month " + month));
      reported(
          send,
          report(group("bob@example.com", "failed", "5.2.2", "552 5.2.2 mailbox full " + month)));
      room.clock.advance(Duration.ofDays(15));
    }
    assertFalse(suppressed("bob@example.com"));
  }

  private static String complaint(String type, String fields, String returned) {
    return """
        From: <feedback@provider.example>
        Subject: A report about your mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary=cut

        --cut
        Content-Type: text/plain

        Somebody did not want this.
        --cut
        Content-Type: message/feedback-report

        Feedback-Type: %s
        User-Agent: Feedback/1
        Version: 1
        %s
        --cut
        Content-Type: message/rfc822

        %s
        Subject: Hello

        Some words.
        --cut--
        """
        .formatted(type, fields, returned);
  }

  @Test
  void a_complaint_to_the_return_path_is_recorded_though_the_complainer_is_hidden()
      throws IOException {
    Send send =
        reported(
            room.send(mail()),
            complaint("abuse", "Original-Rcpt-To: redacted@example.com\n", "X-A: b"));
    assertEquals(RecipientStatus.COMPLAINED, status(send));
    assertEquals(
        Map.of("send_id", send.id(), "recipient", "bob@example.com", "wake", true),
        room.event(EventType.MESSAGE_COMPLAINED).data());
    assertTrue(suppressed("bob@example.com"));
    assertEquals(1, counted(Counter.COMPLAINED));
    assertEquals(0, counted(Counter.BOUNCED));
  }

  @Test
  void not_spam_and_opt_out_are_no_complaints() throws IOException {
    Send send = room.send(mail());
    for (String type : List.of("not-spam", "opt-out", "opt-out-list", "auth-failure", "other")) {
      reported(send, complaint(type, "Original-Rcpt-To: bob@example.com\n", "X-A: " + type));
    }
    assertEquals(RecipientStatus.SENT, status(room.get(send.id())));
  }

  @Test
  void a_report_to_the_inbox_is_matched_by_the_message_id_it_returns() throws IOException {
    Send send = room.send(mail());
    deliver("x@y.test", INBOX, complaint("abuse", "", "Message-ID: <guess@agents.test>"));
    assertEquals(RecipientStatus.SENT, status(room.get(send.id())));
    deliver("x@y.test", INBOX, complaint("abuse", "", "Message-ID: " + send.rfcMessageId()));
    assertEquals(RecipientStatus.COMPLAINED, status(room.get(send.id())));
  }

  @Test
  void a_report_to_another_inbox_changes_nothing() throws IOException {
    Send send = room.send(mail());
    deliver(
        "", SendingRoom.OTHER_INBOX, complaint("abuse", "", "Message-ID: " + send.rfcMessageId()));
    deliver(
        "",
        SendingRoom.OTHER_INBOX,
        complaint("abuse", "Original-Mail-From: " + send.envelopeSender(), "X-A: b"));
    assertEquals(RecipientStatus.SENT, status(room.get(send.id())));
  }

  @Test
  void an_out_of_office_notice_is_no_bounce() throws IOException {
    Send send = room.send(mail());
    Send after =
        reported(
            send,
            """
            From: Bob <bob@example.com>
            Subject: Automatic reply: Hello
            Auto-Submitted: auto-replied

            I am away. Mail to my old address bob@old.example.com is not delivered.
            """);
    assertEquals(send, after);
  }

  @Test
  void a_bounce_in_prose_that_names_nobody_is_of_the_only_recipient() throws IOException {
    String prose =
        """
        From: MAILER-DAEMON@mx.example.net
        Subject: failure notice

        Your message could not be delivered: 550 5.1.1 user unknown
        """;
    assertEquals(RecipientStatus.BOUNCED, status(reported(room.send(mail()), prose)));
  }

  @Test
  void a_bounce_that_names_nobody_is_of_nobody_when_there_are_several() throws IOException {
    Send send = room.send(mail().cc(List.of("y@example.com")));
    String prose =
        "From: MAILER-DAEMON@x.test\nSubject: failure notice\n\nIt could not be delivered.\n";
    assertEquals(send, reported(send, prose));
  }
}
