package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.port.SpamEngine;
import java.util.List;

/**
 * Configuration of screening.
 *
 * @param ownDomains mail domains of this service, in lower case
 * @param upstream relays whose {@code X-Spam-Flag} is trusted
 * @param engine consulted for mail the built-in steps do not classify as spam
 * @param detector consulted for mail in which the built-in rules find no instructions to a model
 */
public record ScreeningConfig(
    List<String> ownDomains,
    TrustedUpstream upstream,
    SpamEngine engine,
    InstructionDetector detector) {
  /** No trusted relays, no spam engine and no detector. */
  public static final ScreeningConfig NONE =
      new ScreeningConfig(
          List.of(), TrustedUpstream.NOBODY, SpamEngine.NONE, InstructionDetector.NONE);

  public ScreeningConfig {
    ownDomains = List.copyOf(ownDomains);
  }
}
