package dev.agentmailbox.service.message;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.service.message.MessageFilters.labelled;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Lists of messages and threads, and finding messages. */
class MessageListsTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");

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

  // spec Conventions.7
  @Test
  void filters_by_label_text_and_time_must_all_hold() {
    Message first = world.receive(inbox, "Bob <bob@example.com>", "Invoice 1", "t");
    world.clock.advance(Duration.ofMinutes(1));
    Instant between = world.context.now();
    Message second = world.receive(inbox, "carol@example.org", "Invoice 2", "t");
    world.labels.update(
        world.owner,
        inbox.address(),
        second.id(),
        new LabelChange(List.of("vip", "important"), List.of()));
    assertEquals(
        List.of(second.id()),
        world.list(inbox, labelled("vip")).stream().map(Message::id).toList());
    assertEquals(1, world.list(inbox, labelled("vip", "unread")).size());
    assertEquals(List.of(), world.list(inbox, labelled("vip", "nothing")));
    assertEquals(
        ErrorCode.VALIDATION_ERROR, refusal(() -> world.list(inbox, labelled("No Label"))));
    MessageFilter from =
        new MessageFilter(
            List.of(), Set.of(), null, null, List.of("BOB"), List.of("alice@"), List.of("invoice"));
    assertEquals(List.of(first.id()), world.list(inbox, from).stream().map(Message::id).toList());
    MessageFilter before =
        new MessageFilter(List.of(), Set.of(), between, null, List.of(), List.of(), List.of());
    assertEquals(List.of(first.id()), world.list(inbox, before).stream().map(Message::id).toList());
    MessageFilter after =
        new MessageFilter(List.of(), Set.of(), null, between, List.of(), List.of(), List.of());
    assertEquals(List.of(second.id()), world.list(inbox, after).stream().map(Message::id).toList());
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
          "References: " + first.headers().rfcMessageId(),
          "Subject: Re: Plan",
          "",
          "answer " + i);
    }
    Threads.ThreadView view =
        world.threads.get(world.owner, inbox.scope(), first.threadId(), PageRequest.first(2));
    assertEquals(
        List.of("Bob <bob@example.com>", "carol@example.com"), view.thread().content().senders());
    assertEquals(5, view.thread().activity().messageCount());
    assertEquals("Plan", view.thread().content().subject());
    assertEquals("answer 3", view.thread().content().preview());
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
  void an_answer_is_found_by_any_id_it_names_however_it_is_written() {
    Message first = world.receive(inbox, "Bob <bob@example.com>", "Plan", "one");
    String id = String.valueOf(first.headers().rfcMessageId());
    String bare = id.substring(1, id.length() - 1);
    for (String field :
        List.of(
            "In-Reply-To: Your message from \"Bob <bob@example.com>\" " + id,
            "In-Reply-To: " + id + " (of Bob <bob@example.com>)",
            "In-Reply-To: " + id + " <unknown@example.com>",
            "In-Reply-To: <unknown@example.com> " + id,
            "In-Reply-To: =?utf-8?Q?=3C" + bare.replace("@", "?= =?utf-8?Q?=40") + "=3E?=",
            "References: =?utf-8?Q?=3C" + bare.replace("@", "=40") + "=3E?=",
            "References: " + bare,
            "References: <unknown@example.com>\r\n\tjunk " + id + "\r\n <other@example.com>")) {
      Message answer =
          world.receiveRaw(
              inbox,
              "carol@example.com",
              "From: carol@example.com",
              "To: " + inbox.address(),
              field,
              "Subject: Something else",
              "",
              "answer");
      assertEquals(first.threadId(), answer.threadId(), field);
    }
  }
}
