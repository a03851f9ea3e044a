package dev.agentmailbox.http;

import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.Rates;
import dev.agentmailbox.http.server.connection.HttpLimits;
import java.net.URI;
import java.util.List;

/**
 * Addresses, name and limits of the HTTP interface.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param baseUrl where callers reach the service, without {@code /v0} and without a slash at its
 *     end
 * @param docsUrl where they reach the documentation, and the reference in it; its path is served
 *     here
 * @param serviceName names the service in answers
 * @param trustedProxies proxies whose {@code X-Forwarded-For} is trusted
 */
public record HttpSettings(
    String host,
    int port,
    String baseUrl,
    String docsUrl,
    String serviceName,
    Rates rates,
    List<AddressRange> trustedProxies,
    HttpLimits limits) {
  /**
   * Validates and normalizes the URLs.
   *
   * @throws IllegalArgumentException when an address is not an absolute http or https URL
   */
  public HttpSettings {
    baseUrl = checkedUrl(baseUrl);
    docsUrl = checkedUrl(docsUrl);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Default settings for an address. */
  public static HttpSettings at(String host, int port, String baseUrl) {
    String base = checkedUrl(baseUrl);
    return new HttpSettings(
        host, port, base, base + "/docs", "mailbox", Rates.DEFAULT, List.of(), HttpLimits.DEFAULT);
  }

  /** A copy with these rates. */
  public HttpSettings withRates(int perKey, int perAddress) {
    return new HttpSettings(
        host,
        port,
        baseUrl,
        docsUrl,
        serviceName,
        new Rates(perKey, perAddress),
        trustedProxies,
        limits);
  }

  /** A copy with these limits. */
  public HttpSettings withLimits(HttpLimits other) {
    return new HttpSettings(
        host, port, baseUrl, docsUrl, serviceName, rates, trustedProxies, other);
  }

  /** A copy with these trusted proxies. */
  public HttpSettings withTrustedProxies(List<AddressRange> proxies) {
    return new HttpSettings(host, port, baseUrl, docsUrl, serviceName, rates, proxies, limits);
  }

  /** The path of the documentation, for example {@code /docs}; empty when it is the root. */
  public String docsPath() {
    String path = URI.create(docsUrl).getPath();
    return path == null ? "" : path;
  }

  private static String checkedUrl(String url) {
    URI uri = URI.create(url);
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getQuery() != null || uri.getFragment() != null) {
      throw new IllegalArgumentException("not an http address: " + url);
    }
    return url.endsWith("/") ? checkedUrl(url.substring(0, url.length() - 1)) : url;
  }
}
