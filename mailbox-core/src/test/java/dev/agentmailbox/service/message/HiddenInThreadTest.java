package dev.agentmailbox.service.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.event.EventFeed.EventQuery;
import dev.agentmailbox.service.message.Search.Query;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hidden mail does not show through its thread, nor through the events of its labels. */
class HiddenInThreadTest {
  private static final String GTUBE =
      "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
  private static final PageRequest PAGE = PageRequest.first(10);
  private static final EventQuery LABEL_EVENTS =
      new EventQuery(Set.of(EventType.LABEL_ADDED, EventType.LABEL_REMOVED), Set.of(), null);

  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");
  private final Message first = world.receive(inbox, "bob@example.com", "Order", "First words.");

  /** A second message of the thread, which only those see who may see such mail. */
  private Message hide(Hidden how) {
    if (how == Hidden.BLOCKED) {
      world.listSender(inbox, ListEntry.Type.BLOCK, "eve@example.net");
    }
    Message second =
        world.receiveRaw(
            inbox,
            "eve@example.net",
            "From: Eve <eve@example.net>",
            "To: " + inbox.address(),
            "Cc: other@example.net",
            "Subject: Re: Order",
            "Message-ID: <second@example.net>",
            "In-Reply-To: " + first.headers().rfcMessageId(),
            "Date: Sun, 1 Mar 2026 12:00:00 +0000",
            "",
            how == Hidden.SPAM ? GTUBE : "Second words.");
    assertEquals(first.threadId(), second.threadId());
    world.labels.update(
        world.owner, inbox.address(), second.id(), new LabelChange(List.of("vip"), List.of()));
    if (how == Hidden.TRASH) {
      world.trash.delete(world.owner, inbox.address(), second.id());
    }
    return second;
  }

  private MailThread get(Caller caller) {
    return world.threads.get(caller, caller.scope(), first.threadId(), PAGE).thread();
  }

  private List<MailThread> list(Caller caller, String... labels) {
    ThreadFilter filter =
        new ThreadFilter(List.of(labels), Set.of(), null, null, List.of(), List.of(), List.of());
    return world.threads.list(caller, caller.scope(), filter, PAGE).items();
  }

  // spec Decisions.23
  @ParameterizedTest
  @EnumSource
  void a_thread_is_as_if_hidden_messages_were_not_there(Hidden how) {
    Caller caller = world.without(how.permission());
    MailThread before = get(caller);
    hide(how);
    assertEquals(before, get(caller));
    assertEquals(List.of(before), list(caller));
    assertEquals(List.of(before), list(caller, "received"));
    Query words = new Query("first", MessageFilters.including());
    assertEquals(
        List.of(before),
        world.search.threads(caller, caller.scope(), words, PAGE).items().stream()
            .map(Search.ThreadHit::thread)
            .toList());
    assertEquals(2, get(world.owner).activity().messageCount());
    assertTrue(get(world.owner).labels().contains(how.label()));
  }

  // spec Decisions.23
  @ParameterizedTest
  @EnumSource
  void label_filters_say_nothing_of_hidden_messages(Hidden how) {
    Caller caller = world.without(how.permission());
    hide(how);
    assertEquals(List.of(), list(caller, how.label()));
    assertEquals(List.of(), list(caller, "vip"));
    assertEquals(1, list(world.owner, how.label()).size());
    assertEquals(1, list(world.owner, "vip").size());
  }

  @ParameterizedTest
  @EnumSource
  void a_hidden_message_does_not_move_its_thread(Hidden how) {
    Message other = world.receive(inbox, "carol@example.com", "Later", "Text.");
    hide(how);
    for (Caller caller : List.of(world.owner, world.without(how.permission()))) {
      assertEquals(
          List.of(other.threadId(), first.threadId()),
          list(caller).stream().map(MailThread::id).toList());
    }
  }

  // spec Decisions.23
  @ParameterizedTest
  @EnumSource
  void label_events_of_hidden_messages_are_for_those_who_see_them(Hidden how) {
    Caller caller = world.without(how.permission());
    Message second = hide(how);
    world.labels.update(
        world.owner, inbox.address(), second.id(), new LabelChange(List.of("two"), List.of("vip")));
    List<String> hidden =
        how == Hidden.TRASH ? List.of("vip") : List.of(); // put on before it went there
    assertEquals(hidden, labels(caller));
    assertEquals(hidden.size(), world.events.ofInbox(caller, inbox.address(), PAGE).items().size());
    assertEquals(how == Hidden.TRASH ? 4 : 3, labels(world.owner).size());
  }

  private List<String> labels(Caller caller) {
    return world.events.poll(caller, LABEL_EVENTS, null, 50).events().stream()
        .map(logged -> String.valueOf(logged.event().data().get("label")))
        .toList();
  }

  /** A visible message of the thread, from a sender of its own. */
  private Message another(int number) {
    return world.receiveRaw(
        inbox,
        "p" + number + "@example.com",
        "From: p" + number + "@example.com",
        "Subject: Re: Order",
        "Message-ID: <p" + number + "@example.com>",
        "In-Reply-To: " + first.headers().rfcMessageId(),
        "",
        "Words.");
  }

  @Test
  void of_a_long_thread_the_first_and_the_newest_messages_are_read_and_the_others_counted() {
    Caller caller = world.without(Hidden.SPAM.permission());
    Message second = another(0);
    world.labels.update(
        world.owner, inbox.address(), second.id(), new LabelChange(List.of("mine"), List.of()));
    hide(Hidden.SPAM);
    for (int i = 1; i < ThreadKeeper.MAX_NEWEST; i++) {
      another(i);
    }
    MailThread most = get(caller);
    assertEquals(ThreadKeeper.MAX_NEWEST + 1, most.activity().messageCount());
    assertTrue(most.labels().contains("mine"));
    Message last = another(ThreadKeeper.MAX_NEWEST);
    MailThread more = get(caller);
    assertEquals(most.activity().messageCount() + 1, more.activity().messageCount());
    assertEquals(most.activity().size() + last.size(), more.activity().size());
    assertEquals(last.id(), more.activity().lastMessageId());
    assertEquals("Order", more.content().subject());
    assertEquals(most.createdAt(), more.createdAt());
    assertEquals(Set.of("received", "unread"), more.labels());
  }

  @Test
  void a_list_reads_a_bounded_number_of_threads_for_a_page_and_goes_on_in_the_next() {
    Caller caller = world.without(Hidden.SPAM.permission());

    hide(Hidden.SPAM);
    world.labels.update(
        world.owner, inbox.address(), first.id(), new LabelChange(List.of("mine"), List.of()));
    for (int i = 0; i < VisibleThreads.MAX_READ + PAGE.limit(); i++) {
      threadWithHiddenLabel(i);
    }
    ThreadFilter filter =
        new ThreadFilter(List.of("mine"), Set.of(), null, null, List.of(), List.of(), List.of());
    Page<MailThread> found = world.threads.list(caller, caller.scope(), filter, PAGE);
    assertEquals(List.of(), found.items());
    PagePosition next = Objects.requireNonNull(found.next());
    PageRequest rest = new PageRequest(PAGE.limit(), next, false);
    assertEquals(
        List.of(first.threadId()),
        world.threads.list(caller, caller.scope(), filter, rest).items().stream()
            .map(MailThread::id)
            .toList());
  }

  /** Only a message that the caller does not see has the label. */
  private void threadWithHiddenLabel(int number) {
    String subject = "Thread " + number;
    world.receive(inbox, "bob@example.com", subject, "Words.");
    Message parent = world.everything(inbox).get(0);
    Message spam =
        world.receiveRaw(
            inbox,
            "eve@example.net",
            "From: eve@example.net",
            "Subject: Re: " + subject,
            "Message-ID: <spam" + number + "@example.net>",
            "In-Reply-To: " + parent.headers().rfcMessageId(),
            "",
            GTUBE);
    assertEquals(parent.threadId(), spam.threadId());
    world.labels.update(
        world.owner, inbox.address(), spam.id(), new LabelChange(List.of("mine"), List.of()));
  }

  @Test
  void changing_the_labels_of_a_thread_answers_what_the_caller_sees() {
    Caller caller = world.without(Hidden.SPAM.permission());
    hide(Hidden.SPAM);
    MailThread changed =
        world.labels.updateThread(
            caller, caller.scope(), first.threadId(), new LabelChange(List.of("mine"), List.of()));
    assertEquals(Set.of("received", "unread", "mine"), changed.labels());
    assertEquals(1, changed.activity().messageCount());
  }
}
