package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Builds a received message; what is not said has a plain value. */
public final class MessageFixture {
  private final Scope inbox;
  private final String id;
  private String threadId = "thr_1";
  private Set<String> labels = Set.of(Label.RECEIVED, Label.UNREAD);
  private String contentKey;
  private Instant createdAt = StoreFixtures.START;

  private MessageFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
    this.contentKey = "content-of-" + id;
  }

  public static MessageFixture message(Scope inbox, String id) {
    return new MessageFixture(inbox, id);
  }

  public MessageFixture thread(String value) {
    threadId = value;
    return this;
  }

  public MessageFixture labels(String... values) {
    labels = Set.of(values);
    return this;
  }

  public MessageFixture content(String key) {
    contentKey = key;
    return this;
  }

  public MessageFixture at(Instant time) {
    createdAt = time;
    return this;
  }

  public Message build() {
    return new Message(
        id,
        inbox.organizationId(),
        Objects.requireNonNull(inbox.podId()),
        inbox.id(),
        threadId,
        "<" + id + "@sender.test>",
        Direction.INBOUND,
        labels,
        new MailAddress("A Sender", "sender@sender.test"),
        List.of(MailAddress.bare(inbox.id())),
        List.of(),
        List.of(),
        "Subject of " + id,
        "A preview",
        List.of(new Attachment("att_" + id, "2", "a.txt", 3, "text/plain", "attachment", null)),
        null,
        List.of("<earlier@sender.test>"),
        1_000,
        Classification.NORMAL,
        List.of(),
        new Authentication(
            "pass",
            "pass",
            "none",
            "sender.test",
            List.of(new Authentication.SignatureCheck("sender.test", "s1", "pass", ""))),
        null,
        contentKey,
        "sender@sender.test",
        createdAt,
        createdAt);
  }

  /** Writes the message with a short body. */
  public Message insert(StoreTransaction tx) {
    Message message = build();
    tx.messages().insert(message, StoreFixtures.body("Text of " + id));
    return message;
  }
}
