package dev.agentmailbox.server.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Help with telling spam.
 *
 * @param rspamd address of rspamd's normal worker; empty for none
 * @param trustedRelays addresses or ranges of relays whose {@code X-Spam-Flag} is believed
 */
public record ScreeningConfig(Optional<URI> rspamd, List<String> trustedRelays) {
  public ScreeningConfig {
    trustedRelays = List.copyOf(trustedRelays);
  }
}
