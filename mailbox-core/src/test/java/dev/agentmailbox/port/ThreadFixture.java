package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.ThreadActivity;
import dev.agentmailbox.message.ThreadContent;
import dev.agentmailbox.message.ThreadSummary;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Builds threads; what is not said has a plain value. The one place in the tests that names every
 * part of a thread.
 */
public final class ThreadFixture {
  private final Scope inbox;
  private final String id;
  private boolean locked;
  private Set<String> labels = Set.of(Label.RECEIVED, Label.UNREAD);
  private String baseSubject = "a subject";
  private ThreadContent content;
  private ThreadActivity activity;
  private Instant updatedAt = StoreFixtures.START;

  private ThreadFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
    this.content =
        new ThreadContent(
            "A subject",
            "A preview",
            List.of("sender@sender.test"),
            List.of(inbox.id()),
            List.of());
    this.activity =
        new ThreadActivity(
            StoreFixtures.START, "msg_of_" + id, StoreFixtures.START, null, 1, 1_000);
  }

  /** A thread of one received message. */
  public static ThreadFixture thread(Scope inbox, String id) {
    return new ThreadFixture(inbox, id);
  }

  /** A thread that has something, and something unusual, of everything. */
  public static ThreadFixture full(Scope inbox, String id) {
    ThreadFixture full = new ThreadFixture(inbox, id);
    full.locked = true;
    full.labels = Set.of("received", "sent", "mine", Label.TRASH);
    full.baseSubject = "sübject";
    full.content =
        new ThreadContent(
            "Sübject",
            "Preview",
            List.of("Ä Name <a@sender.test>", "b@sender.test"),
            List.of("c@recipient.test"),
            List.of(new Attachment("att_1", "2", "ä.txt", 5, "text/plain", "inline", "<c@id>")));
    full.activity =
        new ThreadActivity(
            StoreFixtures.at(5),
            "msg_9",
            StoreFixtures.at(4),
            StoreFixtures.at(5),
            3,
            6_000_000_000L);
    full.updatedAt = StoreFixtures.at(6);
    return full;
  }

  /** A thread of which everything that may be missing is. */
  public static ThreadFixture empty(Scope inbox, String id) {
    ThreadFixture empty = new ThreadFixture(inbox, id);
    empty.labels = Set.of();
    empty.baseSubject = "";
    empty.content = new ThreadContent(null, null, List.of(), List.of(), List.of());
    empty.activity = new ThreadActivity(StoreFixtures.at(1), "msg_1", null, null, 0, 0);
    empty.updatedAt = StoreFixtures.at(1);
    return empty;
  }

  public ThreadFixture labels(String... values) {
    labels = Set.of(values);
    return this;
  }

  public ThreadFixture baseSubject(String value) {
    baseSubject = value;
    return this;
  }

  public ThreadFixture preview(String value) {
    content =
        new ThreadContent(
            content.subject(),
            value,
            content.senders(),
            content.recipients(),
            content.attachments());
    return this;
  }

  public ThreadFixture at(Instant time) {
    activity =
        new ThreadActivity(
            time,
            activity.lastMessageId(),
            time,
            activity.sentAt(),
            activity.messageCount(),
            activity.size());
    updatedAt = time;
    return this;
  }

  public MailThread build() {
    return new MailThread(
        id,
        inbox,
        locked,
        new ThreadSummary(baseSubject, labels, Hidden.bits(labels), content, activity),
        StoreFixtures.START,
        updatedAt);
  }

  public MailThread insert(StoreTransaction tx) {
    MailThread thread = build();
    tx.threads().insert(thread);
    return thread;
  }
}
