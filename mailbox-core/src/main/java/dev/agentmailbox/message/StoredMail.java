package dev.agentmailbox.message;

/** An immutable mail as received or sent. */
public record StoredMail(MessageHeaders headers, MessageContent content, MessageOrigin origin) {
  /** The metadata of held mail that keys may see: bare addresses and size. */
  public StoredMail metadata() {
    return new StoredMail(
        headers.bareAddresses(), content.withoutText(), origin.withoutHoldReasons());
  }
}
