package dev.agentmailbox.server.config;

import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.oauth.TokenGrant;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Outbound delivery.
 *
 * @param relayUrl {@code capture:}, {@code smtp://…}, {@code smtps://…} or {@code mx:}
 * @param oauth how access tokens for the relay are asked for; empty for a password or none
 * @param helloName EHLO name
 * @param sourceAddresses local addresses to connect from; empty for any
 * @param dkimSelector as configured; empty for {@link #DEFAULT_SELECTOR}, whose keys may be missing
 */
public record DeliveryConfig(
    String relayUrl,
    Optional<TokenGrant> oauth,
    String helloName,
    List<String> sourceAddresses,
    Optional<String> dkimSelector) {
  /** Mail is stored, not sent. */
  static final String CAPTURE = "capture:";

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
        values.text(Setting.MAILBOX_RELAY_URL, CAPTURE),
        oauth(values),
        hello,
        values.list(Setting.MAILBOX_DELIVERY_SOURCE_ADDRESS),
        selector);
  }

  private static Optional<TokenGrant> oauth(SettingValues values) {
    Optional<String> url = values.find(Setting.MAILBOX_RELAY_OAUTH_TOKEN_URL);
    Optional<String> client = values.find(Setting.MAILBOX_RELAY_OAUTH_CLIENT_ID);
    Optional<String> secret = values.find(Setting.MAILBOX_RELAY_OAUTH_CLIENT_SECRET);
    Optional<String> refresh = values.find(Setting.MAILBOX_RELAY_OAUTH_REFRESH_TOKEN);
    if (url.isEmpty()) {
      if (client.isPresent() || secret.isPresent() || refresh.isPresent()) {
        throw SettingValues.bad(
            Setting.MAILBOX_RELAY_OAUTH_TOKEN_URL, "is needed with other MAILBOX_RELAY_OAUTH_*");
      }
      return Optional.empty();
    }
    if (client.isEmpty()) {
      throw SettingValues.bad(
          Setting.MAILBOX_RELAY_OAUTH_CLIENT_ID, "is needed with MAILBOX_RELAY_OAUTH_TOKEN_URL");
    }
    if (secret.isEmpty() && refresh.isEmpty()) {
      throw SettingValues.bad(
          Setting.MAILBOX_RELAY_OAUTH_CLIENT_SECRET,
          "or MAILBOX_RELAY_OAUTH_REFRESH_TOKEN is needed with MAILBOX_RELAY_OAUTH_TOKEN_URL");
    }
    URI endpoint = values.url(Setting.MAILBOX_RELAY_OAUTH_TOKEN_URL, url.get());
    if (!"https".equals(endpoint.getScheme())) {
      throw SettingValues.bad(Setting.MAILBOX_RELAY_OAUTH_TOKEN_URL, "must begin with https://");
    }
    return Optional.of(
        new TokenGrant(
            endpoint,
            client.get(),
            secret,
            refresh,
            values.find(Setting.MAILBOX_RELAY_OAUTH_SCOPE)));
  }

  /** The selector of the signing keys. */
  public String selector() {
    return dkimSelector.orElse(DEFAULT_SELECTOR);
  }
}
