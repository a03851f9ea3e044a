package dev.agentmailbox.service.sending.outcome;

import static dev.agentmailbox.fixture.ReportTexts.complaint;
import static dev.agentmailbox.fixture.ReportTexts.group;
import static dev.agentmailbox.fixture.ReportTexts.report;
import static dev.agentmailbox.fixture.ReportTexts.unknownUser;
import static dev.agentmailbox.fixture.SendRecords.recipient;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.ReportFixture;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reports cannot do: speak for others than who brings them. */
class ForgedReportsTest {
  private static final String MALLORY = "mallory@evil.example";

  private final ReportFixture reports = new ReportFixture();
  private final SendingFixture fixture = reports.sending;
  private final SendRecords records = reports.records;

  private static List<String> others() {
    return IntStream.range(0, 25).mapToObj(i -> "p" + i + "@list" + i + ".example").toList();
  }

  private static MailInput.Builder to(String address) {
    return MailInput.from(INBOX).to(address).subject("Hello").text("Some words.");
  }

  private Send sendToAll() {
    return fixture.send(to(MALLORY).cc(others()));
  }

  private static String bouncesOf(Stream<String> addresses, String extra) {
    String[] groups =
        addresses
            .map(a -> group(a, "failed", "5.1.1", "550 5.1.1 no such user"))
            .toArray(String[]::new);
    return report(groups).replace("--cut--", extra);
  }

  private static String returned(String field) {
    return "--cut\nContent-Type: message/rfc822\n\n" + field + "\n\nwords\n--cut--";
  }

  private void assertNothingHappened(Send send) {
    Send after = fixture.get(send.id());
    assertEquals(send.recipients(), after.recipients());
    assertTrue(others().stream().noneMatch(records::suppressed));
    assertEquals(0, records.counted(Counter.BOUNCED));
    assertEquals(0, records.counted(Counter.COMPLAINED));
    assertNull(reports.suspended());
  }

  // spec Decisions.1
  @Test
  void a_report_that_shows_only_a_message_id_changes_nothing_but_a_note() throws IOException {
    Send send = sendToAll();
    String forged =
        bouncesOf(others().stream(), returned("Message-ID: " + send.mail().rfcMessageId()));
    reports.deliver("", INBOX, forged);
    reports.deliver("", INBOX, forged);
    assertNothingHappened(send);
    assertEquals(List.of("unproven_bounce"), fixture.get(send.id()).findings().notes());
  }

  @Test
  void a_recipients_return_path_does_not_speak_for_others() throws IOException {
    Send send = sendToAll();
    reports.reported(send, MALLORY, bouncesOf(others().stream(), "--cut--"));
    assertNothingHappened(send);
    assertEquals(List.of("unproven_bounce"), fixture.get(send.id()).findings().notes());
  }

  // spec Decisions.1
  @Test
  void of_a_report_that_names_the_recipient_and_others_only_the_recipient_counts()
      throws IOException {
    Send send = sendToAll();
    String forged = bouncesOf(Stream.concat(others().stream(), Stream.of(MALLORY)), "--cut--");
    Send after = reports.reported(send, MALLORY, forged);
    reports.reported(send, MALLORY, forged.replace("met with", "had"));
    assertEquals(RecipientStatus.BOUNCED, recipient(after, MALLORY).status());
    assertTrue(records.suppressed(MALLORY));
    assertEquals(1, records.counted(Counter.BOUNCED));
    assertTrue(
        others().stream().allMatch(a -> recipient(after, a).status() == RecipientStatus.SENT));
    assertNull(reports.suspended());
  }

  @Test
  void a_return_path_in_the_report_does_not_speak_for_others_either() throws IOException {
    Send send = sendToAll();
    String path = ReportFixture.returnPath(send, MALLORY);
    reports.deliver(
        "", INBOX, bouncesOf(others().stream(), returned("Return-Path: <" + path + ">")));
    assertNothingHappened(send);
  }

  @Test
  void what_recipients_have_in_common_speaks_for_nobody() throws IOException {
    Send send = sendToAll();
    reports.deliver("", send.mail().envelopeSender(), bouncesOf(others().stream(), "--cut--"));
    reports.deliver(
        "", send.mail().envelopeSender(), "From: MAILER-DAEMON@x.test\n\n550 user unknown\n");
    assertNothingHappened(send);
  }

  // spec Decisions.1
  @Test
  void each_recipient_has_a_return_path_of_its_own_and_the_mail_is_stored_once() {
    Send send = sendToAll();
    List<Captured> handedOver = fixture.transport.captured();
    assertEquals(26, handedOver.size());
    assertEquals(26, handedOver.stream().map(Captured::envelopeSender).distinct().count());
    assertEquals(1, handedOver.stream().map(Captured::source).distinct().count());
    for (SendRecipient recipient : send.recipients()) {
      String path = ReturnPath.of(send, recipient);
      assertTrue(path.indexOf('@') <= 64, path);
      assertEquals(RecipientAnswer.ACCEPTED, reports.intake.judge(path));
    }
    String path = ReportFixture.returnPath(send, MALLORY);
    int at = path.indexOf('@');
    char last = path.charAt(at - 1) == '0' ? '1' : '0';
    String guess = path.substring(0, at - 1) + last + path.substring(at);
    assertEquals(RecipientAnswer.UNKNOWN, reports.intake.judge(guess));
  }

  private Send complainedOf(int number, String domain) throws IOException {
    String complainer = "m" + number + '@' + domain;
    Send send = fixture.send(to(complainer).subject("Answer " + number));
    return reports.reported(send, complaint("abuse", "", "X-Number: " + number));
  }

  @Test
  void complaints_of_nobody_in_particular_suppress_and_do_not_suspend() throws IOException {
    for (int i = 0; i < 10; i++) {
      Send send = complainedOf(i, "evil.example");
      assertEquals(RecipientStatus.COMPLAINED, send.recipients().get(0).status());
      assertTrue(records.suppressed("m" + i + "@evil.example"));
    }
    assertEquals(10, records.counted(Counter.COMPLAINED));
    assertNull(reports.suspended());
  }

  @Test
  void five_answers_complained_of_by_message_id_change_nothing() throws IOException {
    for (int i = 0; i < 5; i++) {
      Send send = fixture.send(to("m" + i + "@evil.example").subject("Answer " + i));
      reports.deliver(
          "m@evil.example",
          INBOX,
          complaint("abuse", "", "Message-ID: " + send.mail().rfcMessageId()));
      assertEquals(RecipientStatus.SENT, fixture.get(send.id()).recipients().get(0).status());
      assertEquals(List.of("unproven_complaint"), fixture.get(send.id()).findings().notes());
    }
    assertNull(reports.suspended());
  }

  @Test
  void five_domains_that_show_who_they_are_suppress_and_do_not_suspend() throws IOException {
    for (int i = 0; i < 5; i++) {
      reports.authenticated("provider" + i + ".example");
      reports.author = "feedback@provider" + i + ".example";
      complainedOf(i, "client.example");
      assertTrue(records.suppressed("m" + i + "@client.example"));
    }
    assertEquals(0, records.counted(Counter.COMPLAINED_AUTHENTICATED));
    assertNull(reports.suspended());
  }

  // spec Decisions.1
  @Test
  void each_complaint_of_a_feedback_loop_counts() throws IOException {
    ReportFixture loop = new ReportFixture("provider.example");
    loop.authenticated("fbl.provider.example");
    for (int i = 0; i < 5; i++) {
      assertNull(loop.suspended());
      Send send = loop.sending.send(to("m" + i + "@client.example").subject("Mail " + i));
      loop.reported(
          send,
          complaint("abuse", "", "X-Number: " + i)
              .replace("provider.example", "fbl.provider.example"));
    }
    assertEquals("message.complained", loop.suspended());
  }

  @ParameterizedTest
  @CsvSource({
    "postmaster@example.com, example.com, true",
    "MAILER-DAEMON@example.com, example.com, true",
    "bob@example.com, example.com, true",
    "carol@example.com, example.com, false",
    "postmaster@mx.example.com, mx.example.com, false",
    "postmaster@evil.example, evil.example, false",
    "postmaster@example.com, , false"
  })
  void an_authenticated_author_speaks_for_itself_or_for_the_domain_it_runs(
      String author, String aligned, boolean heard) throws IOException {
    if (aligned != null) {
      reports.authenticated(aligned);
    }
    reports.author = author;
    Send send = fixture.send(mail().cc(List.of("c@example.net")));
    reports.deliver(
        "",
        INBOX,
        bouncesOf(
            Stream.of("bob@example.com", "c@example.net"),
            returned("Message-ID: " + send.mail().rfcMessageId())));
    Send after = fixture.get(send.id());
    assertEquals(
        heard ? RecipientStatus.BOUNCED : RecipientStatus.SENT,
        recipient(after, "bob@example.com").status());
    assertEquals(RecipientStatus.SENT, recipient(after, "c@example.net").status());
    assertEquals(heard, records.suppressed("bob@example.com"));
    assertEquals(List.of("unproven_bounce"), after.findings().notes());
  }

  @Test
  void mail_to_a_return_path_that_is_no_report_is_judged_like_other_mail() throws IOException {
    Send send = fixture.send(mail());
    fixture.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        "spam.example",
                        ListEntry.Direction.RECEIVE,
                        ListEntry.Type.BLOCK,
                        StoreFixtures.ONE,
                        null,
                        false,
                        StoreFixtures.START)));
    String path = ReportFixture.returnPath(send, "bob@example.com");
    reports.deliver("", path, "From: x@spam.example\nSubject: Buy this\n\nNow.\n");
    assertEquals(Classification.BLOCKED, reports.received().get(0).origin().classification());
    Send after = fixture.get(send.id());
    assertEquals(send.recipients(), after.recipients());
    assertEquals(List.of(), after.findings().notes());
  }

  /** As a store holds it that was written before recipients had return paths of their own. */
  private Send asBefore(Send send) {
    List<SendRecipient> before =
        send.recipients().stream()
            .map(r -> new SendRecipient(r.recipient(), null, r.state()))
            .toList();
    fixture.store.write(
        tx -> {
          tx.sends().update(send.change().recipients(before).at(send.times().updatedAt()));
          return true;
        });
    return fixture.get(send.id());
  }

  @Test
  void mail_sent_before_speaks_for_its_only_recipient() throws IOException {
    Send send = asBefore(fixture.send(mail()));
    assertEquals(send.mail().envelopeSender(), ReturnPath.of(send, send.recipients().get(0)));
    reports.deliver("", send.mail().envelopeSender(), unknownUser("bob@example.com"));
    assertTrue(records.suppressed("bob@example.com"));
  }

  @Test
  void mail_sent_before_to_several_speaks_for_none_of_them() throws IOException {
    Send send = asBefore(fixture.send(mail().cc(List.of("c@example.net"))));
    reports.deliver("", send.mail().envelopeSender(), unknownUser("bob@example.com"));
    assertFalse(records.suppressed("bob@example.com"));
    assertEquals(List.of("unproven_bounce"), fixture.get(send.id()).findings().notes());
  }
}
