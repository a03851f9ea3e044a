package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.SpamEngine;
import java.util.List;

/**
 * Configuration of screening.
 *
 * @param ownDomains mail domains of this service, in lower case
 * @param upstream relays whose {@code X-Spam-Flag} is trusted
 * @param engine consulted for mail the built-in steps do not classify as spam
 */
public record ScreeningConfig(
    List<String> ownDomains, TrustedUpstream upstream, SpamEngine engine) {
  /** No trusted relays and no spam engine. */
  public static final ScreeningConfig NONE =
      new ScreeningConfig(List.of(), TrustedUpstream.NOBODY, SpamEngine.NONE);

  public ScreeningConfig {
    ownDomains = List.copyOf(ownDomains);
  }
}
