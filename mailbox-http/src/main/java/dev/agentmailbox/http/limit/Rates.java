package dev.agentmailbox.http.limit;

/**
 * Request rates.
 *
 * @param perKey requests per minute and key, 0 for no limit
 * @param perAddress requests without a key per minute and address, those of the console included, 0
 *     for no limit
 */
public record Rates(int perKey, int perAddress) {
  public static final Rates DEFAULT = new Rates(600, 120);
}
