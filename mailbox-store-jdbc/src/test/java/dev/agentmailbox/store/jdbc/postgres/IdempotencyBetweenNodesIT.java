package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.webhook.NewWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is asked of two services at the same moment is done once, and what one does both know. */
@Tag("slow")
class IdempotencyBetweenNodesIT {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final int AT_ONCE = 16;

  private final SettableClock clock = SettableClock.at(START);
  @AutoClose private Nodes nodes;

  @BeforeEach
  void open() throws Exception {
    nodes = Nodes.open(clock, Plan.DEFAULT);
  }

  private Mailbox mailbox(int number) {
    return nodes.mailbox(number);
  }

  private static <T> List<T> many(IntFunction<T> work) throws Exception {
    List<Callable<T>> all = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      int number = i;
      all.add(() -> work.apply(number));
    }
    return Nodes.atOnce(all);
  }

  private Inbox inbox() {
    return mailbox(0).agent().createInbox("shared");
  }

  private List<LoggedEvent> events() {
    String organization = mailbox(0).first().organization().id();
    return mailbox(0).context().read(tx -> tx.events().after(organization, 0, 1_000));
  }

  private long count(EventType type) {
    return events().stream().filter(event -> event.event().type() == type).count();
  }

  @Test
  void one_key_at_both_makes_one_send_and_one_answer() throws Exception {
    Inbox inbox = inbox();
    List<String> answers =
        many(
            i -> {
              MailInput command =
                  MailInput.from(inbox.address()).to("a@x.test").subject("s").text("t").build();
              try {
                return mailbox(i)
                    .sends()
                    .submit(
                        mailbox(i).owner(),
                        command,
                        IdempotentRequest.keyed(
                            "org",
                            "key",
                            "body",
                            sent -> new IdempotencyStore.Answer(202, sent.sendId())))
                    .sendId();
              } catch (IdempotentRequest.Replay replay) {
                return replay.answer().body();
              }
            });
    assertEquals(1, new HashSet<>(answers).size(), answers.toString());
    assertEquals(1, mailbox(0).outbox().runDue() + mailbox(1).outbox().runDue());
    assertEquals(Map.of(answers.get(0), 1), nodes.handedOver());
  }

  @Test
  void one_client_id_at_both_makes_one_inbox() throws Exception {
    Inboxes.NewInbox request = new Inboxes.NewInbox(null, null, null, "mine", null, null);
    List<Inbox> made =
        many(
            i ->
                mailbox(i)
                    .inboxes()
                    .create(mailbox(i).owner(), request, IdempotentRequest.unkeyed()));
    assertEquals(1, made.stream().map(Inbox::address).distinct().count());
    assertEquals(
        1, mailbox(1).accounts().organization(mailbox(1).owner()).organization().inboxCount());
  }

  @Test
  void labels_that_both_add_to_a_message_are_all_there() throws Exception {
    Inbox inbox = inbox();
    mailbox(0).agent().deliver("a@x.test", inbox, "s", "t");
    Message message = mailbox(0).agent().messages(inbox).get(0);
    many(
        i ->
            mailbox(i)
                .labels()
                .update(
                    mailbox(i).owner(),
                    inbox.address(),
                    message.id(),
                    new LabelChange(List.of("label-" + i), List.of())));
    Set<String> wanted =
        IntStream.range(0, AT_ONCE).mapToObj(i -> "label-" + i).collect(Collectors.toSet());
    wanted.addAll(message.labels());
    assertEquals(wanted, mailbox(1).agent().messages(inbox).get(0).labels());
    assertEquals(AT_ONCE, count(EventType.LABEL_ADDED));
  }

  @Test
  void answers_that_arrive_at_both_at_once_are_one_thread() throws Exception {
    Inbox inbox = inbox();
    many(
        i -> {
          mailbox(i).agent().deliver("a@x.test", inbox, "Re: topic", "t" + i);
          return i;
        });
    mailbox(0).agent().deliver("a@x.test", inbox, "Re: topic", "last");
    List<Message> messages = mailbox(1).agent().messages(inbox);
    assertEquals(AT_ONCE + 1, messages.size());
    assertEquals(AT_ONCE + 1, new TreeSet<>(messages.stream().map(Message::id).toList()).size());
    assertEquals(1, messages.stream().map(Message::threadId).distinct().count());
  }

  @Test
  void a_key_that_one_revokes_opens_nothing_at_the_other() {
    ApiKeys.Created made =
        mailbox(0)
            .apiKeys()
            .create(
                mailbox(0).human(),
                ScopeRef.OWN,
                new NewApiKey("k", null, null),
                IdempotentRequest.unkeyed());
    ApiKey key = made.key();
    assertTrue(mailbox(1).accounts().authenticate(made.secret().reveal()).isPresent());
    mailbox(0).apiKeys().revoke(mailbox(0).human(), ScopeRef.OWN, key.id());
    assertFalse(mailbox(1).accounts().authenticate(made.secret().reveal()).isPresent());
  }

  @Test
  void what_falls_due_is_done_by_one_of_both() throws Exception {
    Inbox inbox = inbox();
    Instant later = START.plus(Duration.ofHours(30));
    for (int i = 0; i < AT_ONCE; i++) {
      MailInput command =
          MailInput.from(inbox.address())
              .to("a" + i + "@x.test")
              .subject("s")
              .text("t" + i)
              .sendAt(later)
              .build();
      mailbox(i).sends().submit(mailbox(i).owner(), command, IdempotentRequest.unkeyed());
    }
    mailbox(0).agent().deliver("a@x.test", inbox, "s", "t");
    Message message = mailbox(0).agent().messages(inbox).get(0);
    mailbox(0)
        .labels()
        .update(
            mailbox(0).owner(),
            inbox.address(),
            message.id(),
            new LabelChange(List.of("quiet"), List.of()));
    clock.set(later);
    many(i -> mailbox(i).maintenance().runDue() + mailbox(i).outbox().runDue());
    Map<String, Integer> handedOver = nodes.handedOver();
    assertEquals(AT_ONCE, handedOver.size());
    assertEquals(Set.of(1), new HashSet<>(handedOver.values()));
    assertEquals(AT_ONCE, count(EventType.MESSAGE_SENT));
    assertEquals(1, count(EventType.INBOX_DIGEST));
  }

  @Test
  void a_webhook_is_posted_each_event_by_one_of_both() throws Exception {
    Inbox inbox = inbox();
    NewWebhook request =
        new NewWebhook(
            "https://x.test/hook",
            List.of(EventType.MESSAGE_RECEIVED),
            List.of(),
            List.of(),
            null,
            Map.of(),
            null);
    mailbox(0)
        .webhooks()
        .create(mailbox(0).human(), ScopeRef.OWN, request, IdempotentRequest.unkeyed());
    many(
        i -> {
          mailbox(i).agent().deliver("a@x.test", inbox, "subject " + i, "t");
          return mailbox(i).webhookDispatcher().runDue();
        });
    Nodes.await(
        "all are posted",
        () -> {
          clock.advance(Duration.ofSeconds(1));
          int unused = mailbox(0).webhookDispatcher().runDue();
          unused += mailbox(1).webhookDispatcher().runDue();
          return new HashSet<>(nodes.posted()).size() == AT_ONCE;
        });
    assertEquals(AT_ONCE, nodes.posted().size(), "none twice");
  }
}
