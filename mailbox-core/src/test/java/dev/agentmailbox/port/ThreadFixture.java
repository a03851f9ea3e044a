package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Builds a thread of one received message; what is not said has a plain value. */
public final class ThreadFixture {
  private final Scope inbox;
  private final String id;
  private Set<String> labels = Set.of(Label.RECEIVED, Label.UNREAD);
  private String baseSubject = "a subject";
  private String preview = "A preview";
  private Instant lastAt = StoreFixtures.START;

  private ThreadFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
  }

  public static ThreadFixture thread(Scope inbox, String id) {
    return new ThreadFixture(inbox, id);
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
    preview = value;
    return this;
  }

  public ThreadFixture at(Instant time) {
    lastAt = time;
    return this;
  }

  public MailThread build() {
    return new MailThread(
        id,
        inbox.organizationId(),
        Objects.requireNonNull(inbox.podId()),
        inbox.id(),
        labels,
        lastAt,
        lastAt,
        null,
        List.of("sender@sender.test"),
        List.of(inbox.id()),
        "A subject",
        preview,
        List.of(),
        "msg_of_" + id,
        1,
        1_000,
        Label.hiddenBits(labels),
        baseSubject,
        false,
        StoreFixtures.START,
        lastAt);
  }

  public MailThread insert(StoreTransaction tx) {
    MailThread thread = build();
    tx.threads().insert(thread);
    return thread;
  }
}
