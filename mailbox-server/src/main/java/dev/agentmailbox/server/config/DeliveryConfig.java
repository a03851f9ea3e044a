package dev.agentmailbox.server.config;

import java.util.List;
import java.util.Optional;

/**
 * How mail leaves.
 *
 * @param helloName what we call ourselves to other servers
 * @param sourceAddresses this machine's addresses to connect from; empty for any
 * @param dkimSelector as configured; empty for {@link #USUAL_SELECTOR}, which then may have no keys
 */
public record DeliveryConfig(
    String helloName, List<String> sourceAddresses, Optional<String> dkimSelector) {
  public static final String USUAL_SELECTOR = "mailbox";

  public DeliveryConfig {
    sourceAddresses = List.copyOf(sourceAddresses);
  }

  /** The selector whose keys sign. */
  public String selector() {
    return dkimSelector.orElse(USUAL_SELECTOR);
  }
}
