package dev.agentmailbox.message;

/** A mail as it was received or sent. Nothing of it changes once it is stored. */
public record StoredMail(MessageHeaders headers, MessageContent content, MessageOrigin origin) {
  /** What a key may see of held mail: who wrote to whom, and how much. */
  public StoredMail metadata() {
    return new StoredMail(
        headers.bareAddresses(), content.withoutText(), origin.withoutHoldReasons());
  }
}
