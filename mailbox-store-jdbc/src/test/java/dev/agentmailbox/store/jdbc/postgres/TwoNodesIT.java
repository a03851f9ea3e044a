package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.event.EventStream;
import dev.agentmailbox.service.message.MessageFilter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two services on one database do everything once between them. */
@Tag("slow")
class TwoNodesIT {
  private static final int CLIENTS = 8;
  private static final int EACH = 10;
  private static final int INBOXES = 3;

  @AutoClose private Nodes nodes;

  @BeforeEach
  void open() throws Exception {
    nodes = Nodes.open(Clock.systemUTC(), new Plan(100, CLIENTS * EACH / 2, 1_000_000)).start();
  }

  private Mailbox mailbox(int number) {
    return nodes.mailbox(number);
  }

  @Test
  void a_first_start_of_both_makes_one_organization_and_the_postmasters() {
    assertEquals(mailbox(0).first().organization().id(), mailbox(1).first().organization().id());
    assertEquals(mailbox(0).firstOwner(), mailbox(1).firstOwner());
    assertEquals(
        2, mailbox(0).context().read(tx -> tx.organizations().list(PageRequest.first(10))).size());
  }

  /** Half of the sends are over the day's limit. */
  @Test
  void under_load_nothing_is_sent_twice_or_lost_and_the_limit_is_exact() throws Exception {
    List<Inbox> inboxes =
        IntStream.range(0, INBOXES)
            .mapToObj(i -> mailbox(i).agent().createInbox("inbox-" + i))
            .toList();
    List<LoggedEvent> seen = new CopyOnWriteArrayList<>();
    String organization = mailbox(0).first().organization().id();
    try (EventStream.Subscription subscription =
        mailbox(1).stream().open(organization, seen::addAll)) {
      List<Callable<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(() -> load(client, inboxes));
      }
      int accepted = Nodes.atOnce(clients).stream().mapToInt(Integer::intValue).sum();
      assertEquals(CLIENTS * EACH / 2, accepted, "recipients of the day");
      Nodes.await("all are sent", () -> sends(SendStatus.SENT).size() == accepted);
      assertHandedOverOnce();
      assertReceivedOnce(inboxes);
      long newest = newest(organization);
      Nodes.await(
          "the other node sees every event",
          () -> !seen.isEmpty() && seen.get(seen.size() - 1).sequence() == newest);
      assertEquals(
          LongStream.rangeClosed(subscription.start() + 1, newest).boxed().toList(),
          seen.stream().map(LoggedEvent::sequence).toList());
      assertEquals(accepted, count(seen, EventType.MESSAGE_SENT));
      assertEquals(CLIENTS * EACH, count(seen, EventType.MESSAGE_RECEIVED));
    }
  }

  /** One client of one of the nodes: sends, and delivers the same mail at both nodes. */
  private int load(int client, List<Inbox> inboxes) {
    Mailbox mine = mailbox(client);
    int accepted = 0;
    for (int i = 0; i < EACH; i++) {
      Inbox inbox = inboxes.get((client + i) % INBOXES);
      String name = "c" + client + "-" + i;
      accepted += isAccepted(mine, inbox, name) ? 1 : 0;
      mailbox(client + i).agent().deliver(name + "@client.test", inbox, "In " + name, "text");
    }
    return accepted;
  }

  private static boolean isAccepted(Mailbox mailbox, Inbox inbox, String name) {
    try {
      mailbox.agent().send(inbox, name + "@client.test", "Out " + name, "text of " + name);
      return true;
    } catch (MailboxException refused) {
      assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refused.code(), refused.getMessage());
      return false;
    }
  }

  private List<Send> sends(SendStatus status) {
    Mailbox mailbox = mailbox(0);
    return mailbox
        .context()
        .read(
            tx ->
                tx.sends()
                    .list(
                        mailbox.owner().scope(), status, PageRequest.first(PageRequest.MAX_LIMIT)));
  }

  private void assertHandedOverOnce() {
    Map<String, Integer> times = nodes.handedOver();
    times.forEach((id, count) -> assertEquals(1, count, id + " was handed over more than once"));
    assertEquals(CLIENTS * EACH / 2, times.size());
  }

  private void assertReceivedOnce(List<Inbox> inboxes) {
    Map<String, Integer> times = new HashMap<>();
    long bytes = 0;
    for (Inbox inbox : inboxes) {
      for (Message message : messages(inbox)) {
        times.merge(message.subject() + " " + message.direction(), 1, Integer::sum);
        bytes += message.size();
      }
    }
    times.forEach((name, count) -> assertEquals(1, count, name));
    assertEquals(CLIENTS * EACH + CLIENTS * EACH / 2, times.size());
    long counted =
        inboxes.stream()
            .mapToLong(
                inbox ->
                    mailbox(0).inboxes().get(mailbox(0).owner(), inbox.address()).storedBytes())
            .sum();
    assertEquals(bytes, counted, "stored bytes");
  }

  private List<Message> messages(Inbox inbox) {
    Mailbox mailbox = mailbox(1);
    return mailbox
        .messages()
        .list(
            mailbox.owner(),
            inbox.address(),
            MessageFilter.ALL,
            PageRequest.first(PageRequest.MAX_LIMIT))
        .items();
  }

  private long newest(String organization) {
    return mailbox(0).context().read(tx -> tx.events().bounds(organization).newest());
  }

  private static long count(List<LoggedEvent> events, EventType type) {
    return events.stream().filter(event -> event.event().type() == type).count();
  }
}
