package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Passkey;
import java.util.Optional;

/**
 * Knows Web Authentication (W3C, Level 3): reads what a browser answered and checks it. Everything
 * that comes in is hostile; what is not right is empty and never an exception. Thread safe.
 */
public interface PasskeyVerifier {
  /** Accepts nothing: for a mailbox without a console. */
  PasskeyVerifier NONE =
      new PasskeyVerifier() {
        @Override
        public Optional<Answer> read(String credential) {
          return Optional.empty();
        }

        @Override
        public Optional<Registered> register(String credential, String challenge) {
          return Optional.empty();
        }

        @Override
        public Optional<Long> authenticate(String credential, String challenge, Passkey passkey) {
          return Optional.empty();
        }
      };

  /**
   * What an answer says of itself; nothing of it is checked.
   *
   * @param challenge in base64url
   * @param credentialId in base64url
   */
  record Answer(String challenge, String credentialId) {}

  /**
   * A new credential.
   *
   * @param credentialId in base64url
   */
  record Registered(String credentialId, String publicData, long signCount) {}

  /**
   * Reads an answer.
   *
   * @param credential the browser's {@code PublicKeyCredential} as JSON
   */
  Optional<Answer> read(String credential);

  /** Checks a registration: challenge, origin, relying party, user verified, key. */
  Optional<Registered> register(String credential, String challenge);

  /**
   * Checks an assertion: challenge, origin, relying party, user verified, signature, counter.
   *
   * @return the new counter
   */
  Optional<Long> authenticate(String credential, String challenge, Passkey passkey);
}
