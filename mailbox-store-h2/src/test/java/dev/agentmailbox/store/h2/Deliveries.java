package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.MessageFixture;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stores messages in inbox one as the intake does: content, then one write. */
final class Deliveries {
  static final LocalDate DAY = LocalDate.of(2026, 1, 1);
  static final int SIZE = 2_000;

  private Deliveries() {}

  static Message message(String id, String contentKey, Instant createdAt) {
    return MessageFixture.message(ONE, id)
        .thread("thr_" + id)
        .preview(null)
        .attachments(List.of())
        .references(List.of())
        .size(SIZE)
        .content(contentKey)
        .at(createdAt)
        .build();
  }

  /** Returns once the message is acknowledged. */
  static void deliver(MailboxStore store, String id) {
    deliver(store, id, keep(store.content(), id));
  }

  /** As {@link #deliver(MailboxStore, String)}, with content that is kept. */
  static void deliver(MailboxStore store, String id, String key) {
    Message message = message(id, key, StoreFixtures.START);
    Event event =
        new Event(
            "evt_" + id,
            EventType.MESSAGE_RECEIVED,
            message.createdAt(),
            message.scope(),
            message.threadId(),
            id,
            Map.of("wake", true));
    store.write(
        tx -> {
          tx.messages().insert(message, StoreFixtures.body("text of " + id));
          tx.search()
              .index(
                  ONE,
                  new SearchStore.Entry(ONE.id(), id, message.threadId(), message.createdAt()),
                  Set.of("common", id));
          tx.inboxes().addStoredBytes(ONE, SIZE);
          tx.count(
              message.scope().organizationId(),
              message.podId(),
              message.inboxId(),
              DAY,
              Counter.RECEIVED,
              1);
          tx.publish(event);
          return true;
        });
  }

  /** The bytes of a message. */
  static byte[] content(String id) {
    return ("content of " + id + "\0".repeat(SIZE)).getBytes(UTF_8);
  }

  static String keep(ContentStore content, String id) {
    return keep(content, content(id));
  }

  static String keep(ContentStore content, byte[] bytes) {
    try (ContentStore.Spool spool = content.spool()) {
      spool.out().write(bytes);
      return spool.keep();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
