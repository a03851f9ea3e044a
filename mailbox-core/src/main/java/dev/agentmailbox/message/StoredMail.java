package dev.agentmailbox.message;

/** A mail as it was received or sent. Nothing of it changes once it is stored. */
public record StoredMail(MessageHeaders headers, MessageContent content, MessageOrigin origin) {
  /** The part of held mail that keys may see: bare addresses and size. */
  public StoredMail metadata() {
    return new StoredMail(
        headers.bareAddresses(), content.withoutText(), origin.withoutHoldReasons());
  }
}
