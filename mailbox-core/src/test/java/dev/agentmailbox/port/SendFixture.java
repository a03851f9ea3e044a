package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendFindings;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendState;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.SendTimes;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a send that is due at once; what is not said has a plain value. */
public final class SendFixture {
  private final Scope inbox;
  private final String id;
  private SendStatus status = SendStatus.SENDING;
  private String fingerprint = "cd".repeat(32);
  private String contentKey;
  private Instant createdAt = StoreFixtures.START;
  private @Nullable Instant nextAttemptAt = StoreFixtures.START;
  private @Nullable String deferredReason;

  private SendFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
    this.contentKey = "content-of-" + id;
  }

  public static SendFixture send(Scope inbox, String id) {
    return new SendFixture(inbox, id);
  }

  public SendFixture status(SendStatus value) {
    status = value;
    return this;
  }

  public SendFixture fingerprint(String value) {
    fingerprint = value;
    return this;
  }

  public SendFixture content(String key) {
    contentKey = key;
    return this;
  }

  public SendFixture at(Instant time) {
    createdAt = time;
    return this;
  }

  /** When the outbox looks at it; null for never. */
  public SendFixture due(@Nullable Instant time) {
    nextAttemptAt = time;
    return this;
  }

  /** Why it waits; null when it does not. */
  public SendFixture waits(@Nullable String reason) {
    deferredReason = reason;
    return this;
  }

  public Send build() {
    return new Send(
        id,
        inbox,
        new SendOrigin(SendKind.SEND, null, null),
        new SendState(status, 0, deferredReason, null, null, null, null),
        List.of(
            SendRecipient.pending(
                Recipient.of("to@recipient.test", RecipientRole.TO), "token-" + id, createdAt)),
        SendFindings.flagged(List.of("first_contact")),
        new ComposedMail(
            "<" + id + "@agents.test>",
            "bounce+" + id + "@agents.test",
            contentKey,
            "ab".repeat(32),
            fingerprint,
            2_000,
            "A subject",
            List.of("custom")),
        SendTimes.accepted(createdAt, null, nextAttemptAt));
  }

  public Send insert(StoreTransaction tx) {
    Send send = build();
    tx.sends().insert(send);
    return send;
  }
}
