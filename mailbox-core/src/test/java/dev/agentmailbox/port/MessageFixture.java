package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageContent;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.message.MessageOrigin;
import dev.agentmailbox.message.StoredMail;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds messages; what is not said has a plain value. The one place in the tests that names every
 * part of a message.
 */
public final class MessageFixture {
  private final Scope inbox;
  private final String id;
  private String threadId = "thr_1";
  private Set<String> labels = Set.of(Label.RECEIVED, Label.UNREAD);
  private @Nullable String rfcMessageId;
  private List<MailAddress> from = List.of(new MailAddress("A Sender", "sender@sender.test"));
  private List<MailAddress> to;
  private List<MailAddress> cc = List.of();
  private List<MailAddress> bcc = List.of();
  private @Nullable String subject;
  private @Nullable String inReplyTo;
  private List<String> references = List.of("<earlier@sender.test>");
  private @Nullable String preview = "A preview";
  private List<Attachment> attachments;
  private long size = 1_000;
  private String contentKey;
  private MessageOrigin origin =
      MessageOrigin.received(
          "sender@sender.test",
          new Authentication(
              "pass",
              "pass",
              "none",
              "sender.test",
              List.of(new SignatureCheck("sender.test", "s1", "pass", ""))),
          Classification.NORMAL,
          List.of());
  private Instant createdAt = StoreFixtures.START;
  private @Nullable Instant updatedAt;

  private MessageFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
    this.rfcMessageId = "<" + id + "@sender.test>";
    this.to = List.of(MailAddress.bare(inbox.id()));
    this.subject = "Subject of " + id;
    this.attachments =
        List.of(new Attachment("att_" + id, "2", "a.txt", 3, "text/plain", "attachment", null));
    this.contentKey = "content-of-" + id;
  }

  /** A received message. */
  public static MessageFixture message(Scope inbox, String id) {
    return new MessageFixture(inbox, id);
  }

  /** A message that has something, and something unusual, of everything. */
  public static MessageFixture full(Scope inbox, String id) {
    MessageFixture full = new MessageFixture(inbox, id);
    full.labels = Set.of("sent", "custom/label.x-y_z");
    full.from =
        List.of(
            new MailAddress("Änne \"A\"", "Sender@sender.test"), MailAddress.bare("b@sender.test"));
    full.to = List.of(MailAddress.bare("a@b.test"), new MailAddress("B", "b@b.test"));
    full.cc = List.of(MailAddress.bare("cc@b.test"));
    full.bcc = List.of(MailAddress.bare("bcc@b.test"));
    full.subject = "Sübject 😀";
    full.inReplyTo = "<parent@sender.test>";
    full.references = List.of("<root@sender.test>", "<parent@sender.test>");
    full.preview = "Preview\nline";
    full.attachments =
        List.of(
            new Attachment("att_1", "2.1", "ä.pdf", 12, "application/pdf", "inline", "<c@id>"),
            new Attachment("att_2", "3", null, 0, "text/plain", null, null));
    full.size = 5_000_000_000L;
    full.origin =
        new MessageOrigin(
            Direction.OUTBOUND,
            "",
            new Authentication("softfail", "fail", "temperror", null),
            Classification.AUTOMATIC,
            List.of("unknown_sender", "injection_suspected"),
            "out_1");
    full.updatedAt = StoreFixtures.at(2);
    return full;
  }

  /** A message of which everything that may be missing is. */
  public static MessageFixture empty(Scope inbox, String id) {
    MessageFixture empty = new MessageFixture(inbox, id);
    empty.labels = Set.of();
    empty.rfcMessageId = null;
    empty.from = List.of();
    empty.to = List.of();
    empty.subject = null;
    empty.references = List.of();
    empty.preview = null;
    empty.attachments = List.of();
    empty.size = 0;
    empty.origin =
        MessageOrigin.received("", Authentication.NONE, Classification.NORMAL, List.of());
    return empty;
  }

  public MessageFixture thread(String value) {
    threadId = value;
    return this;
  }

  public MessageFixture labels(String... values) {
    return labels(List.of(values));
  }

  public MessageFixture labels(Collection<String> values) {
    labels = Set.copyOf(values);
    return this;
  }

  public MessageFixture rfcMessageId(@Nullable String value) {
    rfcMessageId = value;
    return this;
  }

  /** The author; null for none. */
  public MessageFixture from(@Nullable String address) {
    from = address == null ? List.of() : List.of(MailAddress.bare(address));
    return this;
  }

  public MessageFixture to(List<String> addresses) {
    to = addresses.stream().map(MailAddress::bare).toList();
    return this;
  }

  public MessageFixture cc(List<String> addresses) {
    cc = addresses.stream().map(MailAddress::bare).toList();
    return this;
  }

  public MessageFixture subject(@Nullable String value) {
    subject = value;
    return this;
  }

  public MessageFixture inReplyTo(@Nullable String value) {
    inReplyTo = value;
    return this;
  }

  public MessageFixture references(List<String> values) {
    references = values;
    return this;
  }

  public MessageFixture preview(@Nullable String value) {
    preview = value;
    return this;
  }

  public MessageFixture attachments(List<Attachment> values) {
    attachments = values;
    return this;
  }

  /** Bytes of the raw message. */
  public MessageFixture size(long value) {
    size = value;
    return this;
  }

  public MessageFixture content(String key) {
    contentKey = key;
    return this;
  }

  /** Received from that return path, unauthenticated. */
  public MessageFixture received(String envelopeSender, Classification classification) {
    origin = MessageOrigin.received(envelopeSender, Authentication.NONE, classification, List.of());
    return this;
  }

  public MessageFixture at(Instant time) {
    createdAt = time;
    return this;
  }

  public Message build() {
    return new Message(
        id,
        inbox,
        threadId,
        labels,
        new StoredMail(
            new MessageHeaders(rfcMessageId, from, to, cc, bcc, subject, inReplyTo, references),
            new MessageContent(preview, attachments, size, contentKey),
            origin),
        createdAt,
        updatedAt == null ? createdAt : updatedAt);
  }

  /** Writes the message with a short body. */
  public Message insert(StoreTransaction tx) {
    Message message = build();
    tx.messages().insert(message, StoreFixtures.body("Text of " + id));
    return message;
  }
}
