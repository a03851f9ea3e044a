package dev.agentmailbox.port.access;

import dev.agentmailbox.access.PushSubscription;

/** Pushes notices to browsers (RFC 8030, encrypted by RFC 8291). Thread safe. */
public interface PushService {
  /** Pushes nothing. */
  PushService NONE =
      new PushService() {
        @Override
        public String publicKey() {
          return "";
        }

        @Override
        public boolean accepts(PushSubscription subscription) {
          return false;
        }

        @Override
        public Outcome push(PushSubscription subscription, String title, String body, String path) {
          return Outcome.FAILED;
        }
      };

  /** Result of a push. */
  enum Outcome {
    TAKEN,
    FAILED,
    /** The browser no longer takes notices. */
    GONE
  }

  /** The key by which browsers know this service, in base64url (RFC 8292); empty for none. */
  String publicKey();

  /** Whether keys and endpoint can be used. All input is untrusted. */
  boolean accepts(PushSubscription subscription);

  /**
   * Pushes a notice, once. Returns within a few seconds; never throws.
   *
   * @param path of the console, to be opened when the notice is chosen
   */
  Outcome push(PushSubscription subscription, String title, String body, String path);
}
