package dev.agentmailbox.store.h2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A mailbox on a simulated disk, from a start to the moment its power goes. */
final class PoweredMailbox implements AutoCloseable {
  static final String INBOX = "power@agents.localhost";
  private static final PageRequest PAGE = PageRequest.first(PageRequest.MAX_LIMIT);

  final H2Store store;
  final Mailbox mailbox;
  final Caller caller;
  private final PowerLedger ledger;

  /**
   * Starts on a disk.
   *
   * @param journalBytes between checkpoints
   */
  PoweredMailbox(SimulatedDisk disk, SettableClock clock, PowerLedger ledger, long journalBytes)
      throws IOException {
    this.ledger = ledger;
    store =
        H2Store.open(disk.root().resolve("data"), clock, UnaryOperator.identity(), journalBytes);
    boolean done = false;
    try {
      store.content().sweep(key -> store.read(tx -> tx.messages().namesContent(key)));
      mailbox =
          Mailbox.builder().store(store).clock(clock).transport(new CountingTransport()).build();
      caller = mailbox.owner();
      if (store.read(tx -> tx.inboxes().find(organization(), INBOX)).isEmpty()) {
        mailbox
            .inboxes()
            .create(caller, Inboxes.NewInbox.named("power"), IdempotentRequest.unkeyed());
      }
      done = true;
    } finally {
      if (!done) {
        closeQuietly(store);
      }
    }
  }

  static void closeQuietly(AutoCloseable closing) {
    try {
      closing.close();
    } catch (Exception withoutPower) {
      // What is on the disk is looked at by the next start.
      return;
    }
  }

  private final class CountingTransport implements MailTransport {
    @Override
    public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
      mark.run();
      ledger.handedOver(mail.sendId());
      Map<String, Outcome> outcomes = new HashMap<>();
      mail.recipients().forEach(to -> outcomes.put(to, Outcome.of(Kind.ACCEPTED, null)));
      return outcomes;
    }

    @Override
    public boolean isFinalDelivery() {
      return false;
    }
  }

  private Scope organization() {
    return Scope.organization(caller.scope().organizationId());
  }

  List<Message> messages() {
    List<Message> all = new ArrayList<>();
    Page<Message> page = mailbox.messages().list(caller, INBOX, MessageFilter.ALL, PAGE);
    all.addAll(page.items());
    while (page.next() != null) {
      page =
          mailbox
              .messages()
              .list(
                  caller,
                  INBOX,
                  MessageFilter.ALL,
                  new PageRequest(PageRequest.MAX_LIMIT, page.next(), false));
      all.addAll(page.items());
    }
    return all;
  }

  /** The id of a mail's message. */
  String messageId(String mail) {
    return messages().stream()
        .filter(message -> mail.equals(message.subject()))
        .map(Message::id)
        .findFirst()
        .orElse("");
  }

  /** Compares everything with the ledger. */
  void check(PowerLoad load) throws IOException {
    List<Message> all = messages();
    List<Message> inbound =
        all.stream().filter(message -> message.direction() == Direction.INBOUND).toList();
    ledger.checkMails(inbound.stream().map(Message::subject).toList());
    for (Message message : all) {
      checkContent(message);
    }
    checkLabels(inbound);
    checkContents();
    checkEvents(inbound);
    for (Map.Entry<String, String> send : ledger.sends().entrySet()) {
      assertEquals(send.getValue(), mailbox.sends().get(caller, send.getValue()).id());
    }
    load.repeatSome(this);
    ledger.checkHandOvers();
  }

  private void checkContent(Message message) throws IOException {
    String subject = String.valueOf(message.subject());
    Optional<RawMessage> content = store.content().find(message.content().contentKey());
    assertTrue(content.isPresent(), "the content of " + subject + " is missing");
    byte[] bytes;
    try (InputStream in = content.get().open()) {
      bytes = in.readAllBytes();
    }
    assertTrue(
        message.direction() == Direction.INBOUND
            ? Arrays.equals(PowerLoad.mail(subject), bytes)
            : new String(bytes, UTF_8).contains(PowerLoad.text(subject)),
        "the content of " + subject + " is not what was acknowledged");
  }

  /**
   * Hands over all that is left. What nobody was given then must say so: when the power went twice
   * between the durable mark and the final dot, a send counts as sent, unconfirmed, because the
   * mark does not say whether the dot followed.
   */
  void drain(SettableClock clock) {
    clock.advance(Duration.ofHours(1));
    while (mailbox.outbox().runDue() > 0) {
      clock.advance(Duration.ofMinutes(1));
    }
    for (String sendId : ledger.neverHandedOver()) {
      for (SendRecipient recipient : mailbox.sends().get(caller, sendId).recipients()) {
        assertEquals(
            "SENT unconfirmed",
            recipient.status() + " " + recipient.detail(),
            sendId + " was accepted and never handed over");
      }
    }
  }

  private void checkLabels(List<Message> inbound) {
    Map<String, Set<String>> labels = new HashMap<>();
    inbound.forEach(message -> labels.put(message.subject(), message.labels()));
    ledger
        .labels()
        .forEach(
            (mail, label) ->
                assertTrue(
                    !labels.containsKey(mail) || labels.get(mail).contains(label),
                    "label " + label + " of " + mail + " is lost"));
  }

  /** What was deleted is gone, and nothing lies about. */
  private void checkContents() throws IOException {
    List<String> unnamed = new ArrayList<>();
    store
        .content()
        .list(
            key -> {
              if (!store.read(tx -> tx.messages().namesContent(key))) {
                unnamed.add(key);
              }
            });
    assertEquals(List.of(), unnamed, "content that no row names");
  }

  private void checkEvents(List<Message> inbound) {
    List<LoggedEvent> events = new ArrayList<>();
    EventFeed.EventPage page = mailbox.events().poll(caller, EventFeed.EventQuery.ALL, null, 1_000);
    events.addAll(page.events());
    while (page.hasMore()) {
      page = mailbox.events().poll(caller, EventFeed.EventQuery.ALL, page.cursor(), 1_000);
      events.addAll(page.events());
    }
    Set<String> received = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      assertEquals(i + 1, events.get(i).sequence(), "a hole in the log");
      if (events.get(i).event().type() == EventType.MESSAGE_RECEIVED) {
        assertTrue(received.add(events.get(i).event().messageId()), "told twice");
      }
    }
    for (Message message : inbound) {
      assertTrue(received.contains(message.id()), "no event of " + message.subject());
    }
  }

  /** Ends everything; without power nothing of it matters. */
  @Override
  public void close() {
    closeQuietly(mailbox);
  }

  static boolean isStorage(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreException || cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }
}
