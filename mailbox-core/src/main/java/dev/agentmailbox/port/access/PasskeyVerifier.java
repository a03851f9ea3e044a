package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Passkey;
import java.util.Optional;

/**
 * Parses and verifies responses of WebAuthn authenticators (W3C Web Authentication Level 3). All
 * input is untrusted; invalid input yields empty, never an exception. Thread safe.
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
   * The identifying parts of a response; unverified.
   *
   * @param challenge in base64url
   * @param credentialId in base64url
   */
  record Answer(String challenge, String credentialId) {}

  /**
   * A verified new credential.
   *
   * @param credentialId in base64url
   * @param publicData what {@link #authenticate} needs to verify assertions
   * @param signCount signature counter
   */
  record Registered(String credentialId, String publicData, long signCount) {}

  /**
   * Parses a response without verifying it.
   *
   * @param credential the browser's {@code PublicKeyCredential} as JSON
   */
  Optional<Answer> read(String credential);

  /** Verifies a registration: challenge, origin, relying party, user verification, key. */
  Optional<Registered> register(String credential, String challenge);

  /**
   * Verifies an assertion: challenge, origin, relying party, user verification, signature, counter.
   *
   * @return the new signature counter
   */
  Optional<Long> authenticate(String credential, String challenge, Passkey passkey);
}
