package dev.agentmailbox.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.flow.intake.Intake;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class MessagesTest {
  private final World world = new World();
  private final Inbox inbox = world.inbox("alice");

  @AfterEach
  void close() {
    world.close();
  }

  private static ErrorCode refusal(Executable work) {
    return assertThrows(MailboxException.class, work).code();
  }

  private static LabelChange add(String... labels) {
    return new LabelChange(List.of(labels), List.of());
  }

  private List<Message> list(MessageFilter filter) {
    return world.messages.list(world.owner, inbox.address(), filter, PageRequest.first(50)).items();
  }

  private static MessageFilter labelled(String... labels) {
    return new MessageFilter(
        List.of(labels), Set.of(), null, null, List.of(), List.of(), List.of());
  }

  private static MessageFilter including(Hidden... hidden) {
    return new MessageFilter(
        List.of(), Set.of(hidden), null, null, List.of(), List.of(), List.of());
  }

  @Test
  void a_list_is_newest_first_and_pages_without_a_gap_at_equal_times() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      sent.add(0, world.receive(inbox, "bob@example.com", "s" + i, "t" + i).id());
    }
    List<String> seen = new ArrayList<>();
    PageRequest request = PageRequest.first(3);
    while (true) {
      Page<Message> page =
          world.messages.list(world.owner, inbox.address(), MessageFilter.ALL, request);
      page.items().forEach(message -> seen.add(message.id()));
      if (page.next() == null) {
        break;
      }
      request = new PageRequest(3, page.next(), false);
    }
    assertEquals(sent, seen);
  }

  @Test
  void filters_by_label_text_and_time_must_all_hold() {
    Message first = world.receive(inbox, "Bob <bob@example.com>", "Invoice 1", "t");
    world.clock.advance(Duration.ofMinutes(1));
    Instant between = world.context.now();
    Message second = world.receive(inbox, "carol@example.org", "Invoice 2", "t");
    world.labels.update(world.owner, inbox.address(), second.id(), add("vip", "important"));
    assertEquals(List.of(second.id()), list(labelled("vip")).stream().map(Message::id).toList());
    assertEquals(1, list(labelled("vip", "unread")).size());
    assertEquals(List.of(), list(labelled("vip", "nothing")));
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal(() -> list(labelled("No Label"))));
    MessageFilter from =
        new MessageFilter(
            List.of(), Set.of(), null, null, List.of("BOB"), List.of("alice@"), List.of("invoice"));
    assertEquals(List.of(first.id()), list(from).stream().map(Message::id).toList());
    MessageFilter before =
        new MessageFilter(List.of(), Set.of(), between, null, List.of(), List.of(), List.of());
    assertEquals(List.of(first.id()), list(before).stream().map(Message::id).toList());
    MessageFilter after =
        new MessageFilter(List.of(), Set.of(), null, between, List.of(), List.of(), List.of());
    assertEquals(List.of(second.id()), list(after).stream().map(Message::id).toList());
  }

  @Test
  void a_message_has_bodies_headers_and_attachments_that_open() throws IOException {
    Message message =
        world.receiveRaw(
            inbox,
            "bob@example.com",
            "From: bob@example.com",
            "To: " + inbox.address(),
            "Subject: With file",
            "X-Custom: one",
            "X-Custom: two",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "--b",
            "Content-Type: text/html",
            "",
            "<p>Hello <b>world</b></p>",
            "--b",
            "Content-Type: application/pdf; name=\"a.pdf\"",
            "Content-Disposition: attachment; filename=\"a.pdf\"",
            "Content-Transfer-Encoding: base64",
            "",
            "UERGLWRhdGE=",
            "--b--");
    MessageView view = world.messages.get(world.owner, inbox.address(), message.id());
    assertEquals("Hello world", String.valueOf(view.body().text()).strip());
    assertEquals("one\ntwo", view.body().headers().get("x-custom"));
    Attachment attachment = view.message().attachments().get(0);
    assertEquals("a.pdf", attachment.filename());
    assertEquals(8, attachment.size());
    Messages.Download download =
        world.messages.download(inbox.scope(), message.id(), attachment.id());
    try (var bytes = download.bytes()) {
      assertEquals("PDF-data", new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
    }
    Messages.Download raw = world.messages.download(inbox.scope(), message.id());
    try (var bytes = raw.bytes()) {
      assertEquals(message.size(), bytes.readAllBytes().length);
    }
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.messages.attachment(
                    world.owner, inbox.address(), message.id(), "att_0000000000000000")));
  }

  @Test
  void label_changes_publish_one_event_a_label_and_nothing_when_nothing_changes() {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    int before = world.log().size();
    Labels.Labelled result =
        world.labels.update(
            world.owner,
            inbox.address(),
            message.id(),
            new LabelChange(List.of("vip", "a/b"), List.of("unread")));
    assertEquals(Set.of("a/b", "received", "vip"), result.labels());
    assertEquals(
        List.of("label.added", "label.added", "label.removed"),
        world.logTypes().subList(before, before + 3));
    assertEquals("a/b", world.log().get(before).data().get("label"));
    world.labels.update(world.owner, inbox.address(), message.id(), add("vip"));
    assertEquals(before + 3, world.log().size());
    MailThread thread =
        world
            .threads
            .get(world.owner, inbox.scope(), message.threadId(), PageRequest.first(5))
            .thread();
    assertEquals(Set.of("a/b", "received", "vip"), thread.labels());
  }

  @Test
  void labels_agents_may_not_change_and_malformed_ones_are_refused_with_their_place() {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    for (String label : List.of("received", "sent", "draft", "held", "spam", "blocked", "trash")) {
      MailboxException refused =
          assertThrows(
              MailboxException.class,
              () ->
                  world.labels.update(
                      world.owner, inbox.address(), message.id(), add("fine", label)));
      assertEquals("add_labels[1]", refused.problems().get(0).path());
    }
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.labels.update(
                    world.owner,
                    inbox.address(),
                    message.id(),
                    new LabelChange(List.of("x"), List.of("x")))));
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.labels.update(
                    world.owner, inbox.address(), message.id(), add("x".repeat(65)))));
  }

  @Test
  void a_batch_changes_all_or_nothing() {
    Message first = world.receive(inbox, "bob@example.com", "s", "t");
    Message second = world.receive(inbox, "bob@example.com", "s2", "t2");
    List<String> both = List.of(first.id(), second.id());
    assertEquals(
        both,
        world
            .labels
            .updateAll(world.owner, inbox.address(), both, add("done"), Once.unkeyed())
            .stream()
            .map(Labels.Labelled::messageId)
            .toList());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.labels.updateAll(
                    world.owner,
                    inbox.address(),
                    List.of(first.id(), "msg_0000000000000000"),
                    add("more"),
                    Once.unkeyed())));
    assertEquals(List.of(), list(labelled("more")));
  }

  @Test
  void a_deleted_message_goes_to_the_trash_and_a_second_time_for_good() throws IOException {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    world.trash.delete(world.owner, inbox.address(), message.id());
    assertEquals(List.of(), list(MessageFilter.ALL));
    assertEquals(1, list(including(Hidden.TRASH)).size());
    Caller blind = world.without(Permission.LABEL_TRASH_READ);
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.messages.get(blind, inbox.address(), message.id())));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.trash.delete(blind, inbox.address(), message.id())));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () ->
                world.messages.list(
                    blind, inbox.address(), including(Hidden.TRASH), PageRequest.first(5))));
    world.trash.delete(world.owner, inbox.address(), message.id());
    assertEquals(List.of(), list(including(Hidden.TRASH)));
    assertTrue(world.store.content().find(message.contentKey()).isEmpty());
    assertEquals(0, world.inboxes.get(world.owner, inbox.address()).storedBytes());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.threads.get(
                    world.owner, inbox.scope(), message.threadId(), PageRequest.first(5))));
  }

  @Test
  void a_thread_with_all_messages_trashed_is_left_out_unless_asked_for() {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    world.trash.deleteThread(world.owner, inbox.scope(), message.threadId());
    assertEquals(
        List.of(),
        world
            .threads
            .list(world.owner, inbox.scope(), ThreadFilter.ALL, PageRequest.first(5))
            .items());
    ThreadFilter withTrash =
        new ThreadFilter(
            List.of(), Set.of(Hidden.TRASH), null, null, List.of(), List.of(), List.of());
    assertEquals(
        1,
        world
            .threads
            .list(world.owner, inbox.scope(), withTrash, PageRequest.first(5))
            .items()
            .size());
    world.trash.deleteThread(world.owner, inbox.scope(), message.threadId());
    assertEquals(
        0,
        world
            .threads
            .list(world.owner, inbox.scope(), withTrash, PageRequest.first(5))
            .items()
            .size());
  }

  @Test
  void a_thread_tells_its_correspondents_and_pages_its_messages_oldest_first_inside_a_page() {
    Message first = world.receive(inbox, "Bob <bob@example.com>", "Plan", "one");
    for (int i = 0; i < 4; i++) {
      world.receiveRaw(
          inbox,
          "carol@example.com",
          "From: carol@example.com",
          "To: " + inbox.address(),
          "References: " + first.rfcMessageId(),
          "Subject: Re: Plan",
          "",
          "answer " + i);
    }
    Threads.ThreadView view =
        world.threads.get(world.owner, inbox.scope(), first.threadId(), PageRequest.first(2));
    assertEquals(List.of("Bob <bob@example.com>", "carol@example.com"), view.thread().senders());
    assertEquals(5, view.thread().messageCount());
    assertEquals("Plan", view.thread().subject());
    assertEquals("answer 3", view.thread().preview());
    assertEquals(
        List.of("answer 2", "answer 3"),
        view.messages().items().stream()
            .map(m -> String.valueOf(m.body().text()).strip())
            .toList());
  }

  @Test
  void search_finds_word_prefixes_in_correspondents_subject_and_text_newest_first() {
    Message first = world.receive(inbox, "Bob Builder <bob@example.com>", "Invoice March", "café");
    Message second = world.receive(inbox, "carol@example.com", "Lunch", "the invoice is paid");
    world.receive(inbox, "dave@example.com", "Other", "nothing");
    Search.Query query = new Search.Query("INVO", MessageFilter.ALL);
    Page<Search.MessageHit> found =
        world.search.messages(world.owner, inbox.address(), query, PageRequest.first(5));
    assertEquals(
        List.of(second.id(), first.id()),
        found.items().stream().map(hit -> hit.message().id()).toList());
    assertEquals(List.of("the **invoice** is paid"), found.items().get(0).highlights().get("text"));
    assertEquals(
        List.of(first.id()),
        world
            .search
            .messages(
                world.owner,
                inbox.address(),
                new Search.Query("build cafe", MessageFilter.ALL),
                PageRequest.first(5))
            .items()
            .stream()
            .map(hit -> hit.message().id())
            .toList());
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.search.messages(
                    world.owner,
                    inbox.address(),
                    new Search.Query("!!!", MessageFilter.ALL),
                    PageRequest.first(5))));
    assertEquals(
        2,
        world
            .search
            .threads(world.owner, world.owner.scope(), query, PageRequest.first(5))
            .items()
            .size());
    world.trash.delete(world.owner, inbox.address(), second.id());
    assertEquals(
        1,
        world
            .search
            .messages(world.owner, inbox.address(), query, PageRequest.first(5))
            .items()
            .size());
  }

  @Test
  void a_held_message_is_metadata_only_for_a_key_everywhere() throws Exception {
    Intake holding =
        new Intake(
            world.context,
            world.reader,
            SenderAuthentication.OFF,
            mail -> Screening.Findings.hold("injection_suspected"));
    try (var spool = holding.spool()) {
      spool
          .out()
          .write(
              "From: eve@x.test\r\nSubject: Secret plan\r\n\r\nread me\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      holding.accept(
          new MailReceiver.Envelope("eve@x.test", List.of(inbox.address()), null, null, false),
          spool);
    }
    Message held = list(MessageFilter.ALL).get(0);
    assertEquals(Set.of("held", "received", "unread"), held.labels());
    assertNull(held.subject());
    assertNull(held.preview());
    MessageView view = world.messages.get(world.owner, inbox.address(), held.id());
    assertNull(view.body().text());
    assertTrue(view.body().headers().isEmpty());
    assertEquals(
        ErrorCode.HUMAN_REQUIRED,
        refusal(() -> world.messages.raw(world.owner, inbox.address(), held.id())));
    MessageFilter oracle =
        new MessageFilter(List.of(), Set.of(), null, null, List.of(), List.of(), List.of("secret"));
    assertEquals(List.of(), list(oracle));
    MailThread thread =
        world
            .threads
            .list(world.owner, inbox.scope(), ThreadFilter.ALL, PageRequest.first(5))
            .items()
            .get(0);
    assertNull(thread.subject());
    assertNull(thread.preview());
    assertEquals(
        List.of(),
        world
            .search
            .messages(
                world.owner,
                inbox.address(),
                new Search.Query("secret", MessageFilter.ALL),
                PageRequest.first(5))
            .items());
    Caller human =
        new Caller.Human(
            "usr_1", world.owner.scope(), Role.OWNER, EnumSet.allOf(Permission.class), true, false);
    assertEquals(
        "Secret plan", world.messages.get(human, inbox.address(), held.id()).message().subject());
    assertEquals(
        List.of("injection_suspected"),
        world.log().get(world.log().size() - 1).data().get("reasons"));
  }
}
