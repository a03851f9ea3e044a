package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.SpamEngine;
import java.util.List;

/**
 * What screening has to know of the place it works at.
 *
 * @param ownDomains mail domains of this service, in lower case
 * @param upstream relays in front of this service whose {@code X-Spam-Flag} is believed
 * @param engine asked for what the built-in steps do not take for spam
 */
public record ScreeningConfig(
    List<String> ownDomains, TrustedUpstream upstream, SpamEngine engine) {
  /** A service that believes nobody and asks nobody. */
  public static final ScreeningConfig NONE =
      new ScreeningConfig(List.of(), TrustedUpstream.NOBODY, SpamEngine.NONE);

  public ScreeningConfig {
    ownDomains = List.copyOf(ownDomains);
  }
}
