package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.port.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a bucket, from {@code https://host[:port]/bucket[/folder]?region=…}. Excludes the
 * secret key.
 *
 * @param endpoint scheme and authority
 * @param bucket addressed in path style, which all S3-compatible services support
 * @param folder key prefix, ending with a slash; empty for none
 * @param region for signatures
 */
public record BucketAddress(
    URI endpoint, String bucket, String folder, String region, String accessKey, String secretKey) {
  private static final String USUAL_REGION = "us-east-1";
  private static final Pattern PATH =
      Pattern.compile(
          "/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*))?/?");
  private static final Pattern QUERY = Pattern.compile("region=([a-z0-9-]{1,40})");

  /**
   * Parses an address.
   *
   * @throws StoreException invalid; the message does not quote it
   */
  public static BucketAddress parse(String text, String accessKey, String secretKey) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw unreadable();
    }
    String scheme = uri.getScheme();
    Matcher path = PATH.matcher(uri.getRawPath() == null ? "" : uri.getRawPath());
    boolean readable =
        ("https".equals(scheme) || "http".equals(scheme))
            && uri.getHost() != null
            && uri.getRawUserInfo() == null
            && uri.getRawFragment() == null
            && path.matches();
    if (!readable || accessKey.isBlank() || secretKey.isBlank()) {
      throw unreadable();
    }
    String folder = path.group(2) == null ? "" : path.group(2) + "/";
    return new BucketAddress(
        URI.create(scheme + "://" + uri.getRawAuthority()),
        path.group(1),
        folder,
        region(uri.getRawQuery()),
        accessKey,
        secretKey);
  }

  private static String region(@Nullable String query) {
    if (query == null) {
      return USUAL_REGION;
    }
    Matcher region = QUERY.matcher(query);
    if (!region.matches()) {
      throw unreadable();
    }
    return region.group(1);
  }

  private static StoreException unreadable() {
    return new StoreException(
        "the address of the bucket cannot be read: https://host/bucket/folder?region=name, with an"
            + " access key and a secret key",
        null);
  }

  /** Omits secrets. */
  @Override
  public String toString() {
    return endpoint.getAuthority() + "/" + bucket;
  }
}
