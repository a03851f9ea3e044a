package dev.agentmailbox.http.limit;

/**
 * How often callers may ask.
 *
 * @param perKey requests a key may make in a minute, 0 for no limit
 * @param perAddress requests without a key an address may make in a minute, the console's included,
 *     0 for no limit
 */
public record Rates(int perKey, int perAddress) {
  public static final Rates DEFAULT = new Rates(600, 120);
}
