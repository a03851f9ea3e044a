package dev.agentmailbox.store.jdbc.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.agentmailbox.hash.HmacSha256;
import dev.agentmailbox.hash.Sha256;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Signs requests to an S3-compatible service (AWS Signature Version 4, "Authenticating Requests:
 * Using the Authorization Header"). Immutable.
 */
final class RequestSignature {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String SIGNED_HEADERS = "host;x-amz-content-sha256;x-amz-date";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int DATE_CHARACTERS = 8;

  private final BucketAddress address;

  RequestSignature(BucketAddress address) {
    this.address = address;
  }

  /**
   * The headers of a signed request, except Host.
   *
   * @param path percent-encoded
   * @param query decoded, by name
   * @param bodyHash SHA-256 of the body in hexadecimal
   */
  Map<String, String> headers(
      String method, String path, Map<String, String> query, String bodyHash, Instant now) {
    String time = TIME.format(now);
    String date = time.substring(0, DATE_CHARACTERS);
    String request =
        String.join(
            "\n",
            method,
            path,
            query(query),
            "host:" + host(address.endpoint()),
            "x-amz-content-sha256:" + bodyHash,
            "x-amz-date:" + time,
            "",
            SIGNED_HEADERS,
            bodyHash);
    String scope = date + "/" + address.region() + "/s3/aws4_request";
    String text = String.join("\n", ALGORITHM, time, scope, Sha256.hex(request));
    byte[] key = mac(("AWS4" + address.secretKey()).getBytes(UTF_8), date);
    for (String part : new String[] {address.region(), "s3", "aws4_request"}) {
      key = mac(key, part);
    }
    String signature = HexFormat.of().formatHex(mac(key, text));
    return Map.of(
        "x-amz-content-sha256",
        bodyHash,
        "x-amz-date",
        time,
        "Authorization",
        "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(ALGORITHM, address.accessKey(), scope, SIGNED_HEADERS, signature));
  }

  /** As sent by the client: without the default port. */
  private static String host(URI endpoint) {
    int usual = "https".equals(endpoint.getScheme()) ? 443 : 80;
    return endpoint.getPort() == -1 || endpoint.getPort() == usual
        ? endpoint.getHost()
        : endpoint.getHost() + ":" + endpoint.getPort();
  }

  /** Percent-encoded and sorted by name, as signed and sent. */
  static String query(Map<String, String> query) {
    return new TreeMap<>(query)
        .entrySet().stream()
            .map(e -> encode(e.getKey(), false) + "=" + encode(e.getValue(), false))
            .collect(Collectors.joining("&"));
  }

  /** Everything but unreserved characters (RFC 3986 section 2.3) as %XX. */
  static String encode(String text, boolean keepsSlashes) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-_.~".indexOf(c) >= 0
              || (keepsSlashes && c == '/');
      if (plain) {
        encoded.append(c);
      } else {
        encoded.append("%%%02X".formatted((int) c));
      }
    }
    return encoded.toString();
  }

  private static byte[] mac(byte[] key, String text) {
    return HmacSha256.of(key, text);
  }
}
