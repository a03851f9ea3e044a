package dev.agentmailbox.port;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.ParsedMessage;

/**
 * Finds out whether an inbound message comes from whom it says: SPF (RFC 7208), DKIM (RFC 6376) and
 * DMARC (RFC 9989). Called outside any transaction, from several threads at once; ends within a
 * time limit of its own, and tells a name service that does not answer as {@code temperror}.
 */
public interface SenderAuthentication {
  /** Asks nobody. */
  SenderAuthentication OFF = (envelope, message, raw) -> Evidence.NOT_CHECKED;

  /**
   * Checks one message of another service.
   *
   * @param message what the reader made of it; what passes is what it shows
   * @param raw the whole message
   */
  Evidence check(MailReceiver.Envelope envelope, ParsedMessage message, RawMessage raw);

  /**
   * What is known of the author.
   *
   * @param checked false where authentication is off: then nothing is known of anybody
   * @param requested what the author's domain asks for mail that fails
   */
  record Evidence(boolean checked, Authentication authentication, Requested requested) {
    /** Authentication is off. */
    public static final Evidence NOT_CHECKED =
        new Evidence(false, Authentication.NONE, Requested.NOTHING);

    /** Whether lists and contacts may be applied to the author that is shown. */
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
