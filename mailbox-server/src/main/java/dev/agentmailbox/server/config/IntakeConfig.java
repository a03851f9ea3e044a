package dev.agentmailbox.server.config;

import dev.agentmailbox.inbox.AddressRules;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks of inbound mail.
 *
 * @param authentication whether SPF, DKIM and DMARC are checked
 * @param feedbackSources domains of feedback loops, lower case
 * @param rspamd URL of rspamd's normal worker; empty for none
 * @param detector URL of a detector of instructions to a model; empty for none
 * @param heldWithoutDetector whether mail is held while the detector does not answer
 * @param catchAll username of the inbox that takes mail to addresses of none
 * @param trustedRelays addresses or ranges of relays whose {@code X-Spam-Flag} is trusted
 */
public record IntakeConfig(
    boolean authentication,
    List<String> feedbackSources,
    Optional<URI> rspamd,
    Optional<URI> detector,
    boolean heldWithoutDetector,
    Optional<String> catchAll,
    List<String> trustedRelays) {
  /** Reserved names (RFC 2606, RFC 6762, RFC 9476) and single labels. */
  private static final Pattern LOCAL_DOMAIN =
      Pattern.compile("[^.]+|(?:.*\\.)?(?:localhost|test|example|invalid|local|internal)");

  public IntakeConfig {
    feedbackSources = List.copyOf(feedbackSources);
    trustedRelays = List.copyOf(trustedRelays);
  }

  /** Whether no public name server knows a domain in lower case. */
  public static boolean isLocal(String domain) {
    return LOCAL_DOMAIN.matcher(domain).matches();
  }

  /**
   * Reads the settings.
   *
   * @param domains the service's own; authentication is on by default only when one of them is a
   *     public name
   */
  static IntakeConfig read(SettingValues values, List<String> domains) {
    boolean known = domains.stream().anyMatch(domain -> !isLocal(domain));
    return new IntakeConfig(
        values.flag(Setting.MAILBOX_AUTHENTICATION, "on", "off", known),
        values.domains(Setting.MAILBOX_FEEDBACK_SOURCES),
        values
            .find(Setting.MAILBOX_RSPAMD_URL)
            .map(value -> values.url(Setting.MAILBOX_RSPAMD_URL, value)),
        values
            .find(Setting.MAILBOX_DETECTOR_URL)
            .map(value -> values.url(Setting.MAILBOX_DETECTOR_URL, value)),
        values.flag(Setting.MAILBOX_DETECTOR_FAILURE, "hold", "accept", true),
        catchAll(values),
        values.list(Setting.MAILBOX_TRUSTED_RELAYS));
  }

  /** Where mail leaves, a server that takes mail for every address would look like a relay. */
  private static Optional<String> catchAll(SettingValues values) {
    Optional<String> username = values.find(Setting.MAILBOX_CATCH_ALL);
    if (username.isPresent()
        && !DeliveryConfig.CAPTURE.equals(
            values.text(Setting.MAILBOX_RELAY_URL, DeliveryConfig.CAPTURE))) {
      throw SettingValues.bad(Setting.MAILBOX_CATCH_ALL, "needs MAILBOX_RELAY_URL=capture:");
    }
    AddressRules rules = new AddressRules(values.text(Setting.MAILBOX_SERVICE_NAME, "mailbox"));
    username
        .flatMap(rules::syntaxProblem)
        .or(() -> username.filter(rules::isReserved).map(name -> "must not be a reserved name"))
        .ifPresent(
            problem -> {
              throw SettingValues.bad(Setting.MAILBOX_CATCH_ALL, problem);
            });
    return username;
  }
}
