package dev.agentmailbox.service.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.service.message.MessageView;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class IntakeTest {
  @AutoClose private final ServiceFixture fixture = new ServiceFixture();

  private Event last() {
    List<Event> log = fixture.log();
    return log.get(log.size() - 1);
  }

  // spec Events.3, EventTypes.1, SystemLabels.1, SystemLabels.3
  @Test
  void a_message_is_stored_with_its_labels_thread_and_event() {
    Inbox inbox = fixture.inbox("alice");
    Message message = fixture.receive(inbox, "Bob <Bob@Example.COM>", "Hello", "Hi there");
    assertEquals(Set.of("received", "unread"), message.labels());
    assertEquals("Hello", message.subject());
    assertEquals(Classification.NORMAL, message.origin().classification());
    Event event = last();
    assertEquals("message.received", event.type().wireName());
    assertEquals(message.id(), event.messageId());
    assertEquals(message.threadId(), event.threadId());
    assertEquals("Bob@example.com", event.data().get("from"));
    assertEquals(false, event.data().get("held"));
    assertEquals("normal", event.data().get("classification"));
    assertEquals(true, event.data().get("wake"));
  }

  @Test
  void codes_and_links_are_found_on_receipt() {
    Inbox inbox = fixture.inbox("alice");
    Message message =
        fixture.receive(
            inbox,
            "bob@example.com",
            "Sign in",
            "Your code is 482-913.\r\nConfirm: https://example.com/verify?token=abc");
    MessageView view = fixture.messages.get(fixture.owner, inbox.address(), message.id());
    Extracted expected =
        new Extracted(
            List.of(new Extracted.Code("482913", "Your code is 482-913.")),
            List.of(
                new Extracted.Link(
                    "https://example.com/verify?token=abc",
                    "Confirm: https://example.com/verify?token=abc")));
    assertEquals(expected, view.body().extracted());
    assertEquals(expected, view.extracted());
  }

  // spec InboxState.1, InboxState.3, Inbox.1
  @Test
  void recipients_are_judged_one_by_one() {
    Inbox inbox = fixture.inbox("alice");
    Inbox paused = fixture.inbox("paused");
    Caller embedder = new Caller.Embedder(fixture.owner.scope());
    fixture.pauses.pauseInbox(embedder, paused.address(), IdempotentRequest.unkeyed());
    Inbox gone = fixture.inbox("gone");
    fixture.inboxes.delete(fixture.owner, gone.address());
    assertEquals(RecipientAnswer.ACCEPTED, fixture.intake.judge("ALICE@Agents.Localhost"));
    assertEquals(RecipientAnswer.ACCEPTED, fixture.intake.judge("alice+tag@agents.localhost"));
    assertEquals(RecipientAnswer.NOT_RECEIVING, fixture.intake.judge(paused.address()));
    assertEquals(RecipientAnswer.UNKNOWN, fixture.intake.judge(gone.address()));
    assertEquals(RecipientAnswer.UNKNOWN, fixture.intake.judge("nobody@agents.localhost"));
    assertEquals(RecipientAnswer.UNKNOWN, fixture.intake.judge("alice@elsewhere.test"));
    assertEquals(RecipientAnswer.UNKNOWN, fixture.intake.judge("bounce+x@agents.localhost"));
    assertEquals(RecipientAnswer.UNKNOWN, fixture.intake.judge("no address"));
    assertEquals(inbox, fixture.inboxes.get(fixture.owner, inbox.address()));
  }

  @Test
  void a_repeated_delivery_is_stored_once_and_other_bytes_are_another_message() {
    Inbox inbox = fixture.inbox("alice");
    String[] mail = {
      "From: bob@example.com", "Message-ID: <one@example.com>", "Subject: Once", "", "text"
    };
    fixture.deliver("bob@example.com", List.of(inbox.address()), mail);
    String[] again = new String[mail.length + 2];
    again[0] = "Received: from elsewhere (another hop)";
    again[1] = "\tby here; Sun, 1 Mar 2026 12:00:00 +0000";
    System.arraycopy(mail, 0, again, 2, mail.length);
    fixture.deliver("bob@example.com", List.of(inbox.address()), again);
    assertEquals(1, fixture.everything(inbox).size());
    assertEquals(List.of("inbox.created", "message.received"), fixture.logTypes());
    mail[4] = "other text";
    fixture.deliver("bob@example.com", List.of(inbox.address()), mail);
    assertEquals(2, fixture.everything(inbox).size());
    fixture.clock.advance(Duration.ofDays(8));
    fixture.deliver("bob@example.com", List.of(inbox.address()), mail);
    assertEquals(3, fixture.everything(inbox).size());
  }

  @Test
  void one_envelope_that_names_an_inbox_twice_is_one_message_and_two_inboxes_get_one_each() {
    Inbox alice = fixture.inbox("alice");
    Inbox carol = fixture.inbox("carol");
    fixture.deliver(
        "bob@example.com",
        List.of(alice.address(), "alice+x@agents.localhost", carol.address()),
        "From: bob@example.com",
        "Subject: All",
        "",
        "text");
    assertEquals(1, fixture.everything(alice).size());
    assertEquals(1, fixture.everything(carol).size());
    assertEquals(
        fixture.everything(alice).get(0).content().contentKey(),
        fixture.everything(carol).get(0).content().contentKey());
  }

  @Test
  void an_answer_joins_the_thread_by_reference_and_by_subject_with_a_shared_correspondent() {
    Inbox inbox = fixture.inbox("alice");
    Message first = fixture.receive(inbox, "bob@example.com", "Order 7", "text");
    Message byReference =
        fixture.receiveRaw(
            inbox,
            "carol@example.com",
            "From: carol@example.com",
            "Subject: something else",
            "In-Reply-To: " + first.headers().rfcMessageId(),
            "",
            "text");
    assertEquals(first.threadId(), byReference.threadId());
    Message bySubject = fixture.receive(inbox, "bob@example.com", "RE: order 7", "more");
    assertEquals(first.threadId(), bySubject.threadId());
    Message stranger = fixture.receive(inbox, "eve@example.com", "Re: Order 7", "more");
    assertNotEquals(first.threadId(), stranger.threadId());
    Message noPrefix = fixture.receive(inbox, "bob@example.com", "Order 7", "new matter");
    assertNotEquals(first.threadId(), noPrefix.threadId());
    fixture.clock.advance(Duration.ofDays(61));
    Message late = fixture.receive(inbox, "bob@example.com", "Re: Order 7", "late");
    assertNotEquals(first.threadId(), late.threadId());
  }

  // spec EventTypes.2, EventTypes.3, SystemLabels.7, SystemLabels.8
  @Test
  void gtube_is_spam_and_a_blocked_sender_is_blocked_and_neither_wakes() {
    Inbox inbox = fixture.inbox("alice");
    Message spam =
        fixture.receive(
            inbox,
            "bob@example.com",
            "Buy",
            "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X");
    assertTrue(spam.labels().contains("spam"));
    assertEquals("message.received.spam", last().type().wireName());
    assertEquals(false, last().data().get("wake"));
    fixture.listSender(inbox, ListEntry.Type.BLOCK, "evil.test");
    Message blocked = fixture.receive(inbox, "x@evil.test", "Hi", "text");
    assertTrue(blocked.labels().contains("blocked"));
    assertEquals("message.received.blocked", last().type().wireName());
    Message sub = fixture.receive(inbox, "x@sub.evil.test", "Hi", "text");
    assertEquals(Classification.NORMAL, sub.origin().classification());
    fixture.listSender(inbox, ListEntry.Type.BLOCK, ".evil.test");
    assertEquals(
        Classification.BLOCKED,
        fixture.receive(inbox, "x@sub.evil.test", "Hi again", "text").origin().classification());
  }

  @Test
  void a_sender_with_a_quoted_local_part_does_not_pass_the_block_list() {
    Inbox inbox = fixture.inbox("alice");
    fixture.listSender(inbox, ListEntry.Type.BLOCK, "victim@example.com");
    for (String written : List.of("\"victim\"", "\"vic\\tim\"", "Vic\\tim")) {
      Message message = fixture.receive(inbox, written + "@example.com", written, "text");
      assertEquals(Classification.BLOCKED, message.origin().classification(), written);
      assertEquals("victim@example.com", Objects.requireNonNull(message.author()).key());
    }
  }

  // spec Decisions.5
  @Test
  void a_display_name_is_cut_and_the_raw_message_is_not() {
    Inbox inbox = fixture.inbox("alice");
    String name = "n".repeat(40_000);
    Message message = fixture.receive(inbox, name + " <ann@example.com>", "Hi", "text");
    assertEquals(
        "n".repeat(MailAddress.MAX_NAME_CHARACTERS),
        Objects.requireNonNull(message.author()).name());
    assertTrue(message.size() > name.length());
  }

  @Test
  void a_non_empty_allow_list_blocks_everybody_it_does_not_name() {
    Inbox inbox = fixture.inbox("alice");
    fixture.listSender(inbox, ListEntry.Type.ALLOW, "friend@example.com");
    assertEquals(
        Classification.NORMAL,
        fixture.receive(inbox, "friend@example.com", "Hi", "text").origin().classification());
    assertEquals(
        Classification.BLOCKED,
        fixture.receive(inbox, "other@example.com", "Hi", "text").origin().classification());
  }

  @Test
  void automatic_mail_does_not_wake_and_a_null_sender_is_automatic() {
    Inbox inbox = fixture.inbox("alice");
    Message auto =
        fixture.receiveRaw(
            inbox,
            "bob@example.com",
            "From: bob@example.com",
            "To: " + inbox.address(),
            "Auto-Submitted: auto-replied",
            "Subject: Out of office",
            "",
            "away");
    assertEquals(Classification.AUTOMATIC, auto.origin().classification());
    assertEquals(false, last().data().get("wake"));
    Message bounce = fixture.receiveRaw(inbox, "", "From: x@example.com", "Subject: b", "", "b");
    assertEquals(Classification.AUTOMATIC, bounce.origin().classification());
  }

  @Test
  void mail_that_names_the_inbox_only_in_cc_does_not_wake_and_a_blind_copy_does() {
    Inbox inbox = fixture.inbox("alice");
    fixture.receiveRaw(
        inbox,
        "bob@example.com",
        "From: bob@example.com",
        "To: carol@example.com",
        "Cc: " + inbox.address(),
        "",
        "text");
    assertEquals(false, last().data().get("wake"));
    fixture.receiveRaw(
        inbox, "bob@example.com", "From: bob@example.com", "To: carol@example.com", "", "blind");
    assertEquals(true, last().data().get("wake"));
  }

  @Test
  void a_thread_wakes_its_agent_ten_times_a_day() {
    Inbox inbox = fixture.inbox("alice");
    Message first = fixture.receive(inbox, "bob@example.com", "Chat", "0");
    for (int i = 1; i <= 10; i++) {
      fixture.receiveRaw(
          inbox,
          "bob@example.com",
          "From: bob@example.com",
          "To: " + inbox.address(),
          "In-Reply-To: " + first.headers().rfcMessageId(),
          "",
          "text " + i);
      assertEquals(i < 10, last().data().get("wake"), "message " + i);
    }
  }

  @Test
  void a_deleted_inbox_between_answer_and_data_is_told_as_temporary() {
    Inbox inbox = fixture.inbox("alice");
    fixture.inboxes.delete(fixture.owner, inbox.address());
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                fixture.deliver(
                    "b@example.com", List.of(inbox.address()), "From: b@x.test", "", "t"));
    assertTrue(refused.getCause() instanceof MailReceiver.ReceiveException);
  }

  @Test
  void a_message_nested_too_deeply_to_be_looked_at_is_held() {
    Inbox inbox = fixture.inbox("alice");
    List<String> lines = new ArrayList<>(List.of("From: b@x.test", "MIME-Version: 1.0"));
    for (int i = 0; i < 40; i++) {
      lines.add("Content-Type: multipart/mixed; boundary=b" + i);
      lines.add("");
      lines.add("--b" + i);
    }
    Message message = fixture.receiveRaw(inbox, "b@x.test", lines.toArray(new String[0]));
    assertTrue(message.isHeld());
  }

  @Test
  void mail_of_an_inbox_that_comes_back_to_it_wakes_nobody() {
    Inbox inbox = fixture.inbox("alice");
    String id = "<own@" + inbox.domain() + ">";
    Message first = fixture.receive(inbox, "bob@example.com", "Hello", "Hi");
    fixture.store.write(
        tx -> {
          tx.threads().register(inbox.scope(), id, first.threadId(), true);
          return first;
        });
    Message back =
        fixture.receiveRaw(
            inbox, "list@example.com", "From: " + inbox.address(), "Message-ID: " + id, "", "Hi");
    assertEquals(Classification.AUTOMATIC, back.origin().classification());
    assertEquals(false, last().data().get("wake"));
  }

  @Test
  void mail_that_goes_round_in_circles_wakes_nobody() {
    Inbox inbox = fixture.inbox("alice");
    String hops = "Received: from a.test by b.test; Sun, 1 Mar 2026 12:00:00 +0000\r\n".repeat(60);
    Message message =
        fixture.receiveRaw(inbox, "bob@example.com", hops + "From: bob@example.com", "", "Hi");
    assertEquals(Classification.AUTOMATIC, message.origin().classification());
    assertEquals(false, last().data().get("wake"));
  }

  // spec EventTypes.4
  @Test
  void a_screening_that_fails_holds_the_message() {
    Inbox inbox = fixture.inbox("alice");
    fixture.screening =
        mail -> {
          throw new IllegalStateException("broken screen");
        };
    Message held =
        fixture.receiveRaw(inbox, "b@x.test", "From: b@x.test", "Subject: Secret", "", "text");
    assertTrue(held.isHeld());
    assertEquals(null, held.subject());
    assertEquals(List.of("inbox.created", "message.received", "message.held"), fixture.logTypes());
  }
}
