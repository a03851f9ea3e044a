package dev.agentmailbox.port;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.ParsedMessage;

/**
 * Authenticates the sender of inbound mail: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989).
 * Called outside any transaction and concurrently; implementations are thread safe and bound their
 * duration. A DNS time-out is reported as {@code temperror}.
 */
public interface SenderAuthentication {
  /** Performs no checks. */
  SenderAuthentication OFF = (envelope, message, raw) -> Evidence.NOT_CHECKED;

  /**
   * Authenticates one message from outside the service.
   *
   * @param message its parsed form; the author that is authenticated is the one it shows
   * @param raw the whole message
   */
  Evidence check(MailReceiver.Envelope envelope, ParsedMessage message, RawMessage raw);

  /**
   * Result of authentication.
   *
   * @param checked false when authentication is disabled, so that nothing is known
   * @param requested what the DMARC policy of an author's domain asks for this mail; nothing when
   *     it passed
   */
  record Evidence(boolean checked, Authentication authentication, Requested requested) {
    /** Authentication is disabled. */
    public static final Evidence NOT_CHECKED =
        new Evidence(false, Authentication.NONE, Requested.NOTHING);

    /** Whether allow lists and contacts may be applied to the displayed author. */
    public boolean trustsAuthor() {
      return !checked || authentication.isAligned();
    }
  }

  /** The policies of RFC 9989 section 4.7. */
  enum Requested {
    NOTHING,
    QUARANTINE,
    REJECT
  }
}
