package dev.agentmailbox.server.config;

import dev.agentmailbox.server.dkim.DkimKeys;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Outbound delivery.
 *
 * @param relayUrl {@code capture:}, {@code smtp://…}, {@code smtps://…} or {@code mx:}
 * @param helloName EHLO name
 * @param sourceAddresses local addresses to connect from; empty for any
 * @param dkimSelector as configured; empty for {@link #DEFAULT_SELECTOR}, whose keys may be missing
 */
public record DeliveryConfig(
    String relayUrl,
    String helloName,
    List<String> sourceAddresses,
    Optional<String> dkimSelector) {
  public static final String DEFAULT_SELECTOR = "mailbox";

  public DeliveryConfig {
    sourceAddresses = List.copyOf(sourceAddresses);
  }

  /**
   * Reads the settings.
   *
   * @param domain first domain of the service, the default EHLO name
   */
  static DeliveryConfig read(SettingValues values, String domain) {
    String hello =
        values.text(Setting.MAILBOX_DELIVERY_HELLO_NAME, domain).toLowerCase(Locale.ROOT);
    if (!SettingValues.isDomain(hello)) {
      throw SettingValues.bad(Setting.MAILBOX_DELIVERY_HELLO_NAME, "must be a host name in ASCII");
    }
    Optional<String> selector = values.find(Setting.MAILBOX_DKIM_SELECTOR);
    if (selector.isPresent() && !DkimKeys.isSelector(selector.get())) {
      throw SettingValues.bad(
          Setting.MAILBOX_DKIM_SELECTOR,
          "must be at most 40 lower-case letters, digits and inner hyphens");
    }
    return new DeliveryConfig(
        values.text(Setting.MAILBOX_RELAY_URL, "capture:"),
        hello,
        values.list(Setting.MAILBOX_DELIVERY_SOURCE_ADDRESS),
        selector);
  }

  /** The selector of the signing keys. */
  public String selector() {
    return dkimSelector.orElse(DEFAULT_SELECTOR);
  }
}
