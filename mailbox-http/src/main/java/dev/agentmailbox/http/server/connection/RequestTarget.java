package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses a request target: splits first, then decodes once, so that an escaped slash is not a
 * separator.
 */
public final class RequestTarget {
  /** Further parameters are refused, as by Undertow. */
  private static final int MAX_PARAMETERS = 64;

  private RequestTarget() {}

  /**
   * The decoded segments of a raw path; none for {@code /}.
   *
   * @throws MailboxException {@code invalid_request} for control characters, backslashes, path
   *     parameters, dot segments and broken escapes
   */
  public static List<String> segments(String rawPath) {
    if (rawPath.isEmpty() || rawPath.charAt(0) != '/') {
      throw malformed();
    }
    List<String> segments = new ArrayList<>(8);
    int start = 1;
    while (start <= rawPath.length() && rawPath.length() > 1) {
      int end = rawPath.indexOf('/', start);
      end = end < 0 ? rawPath.length() : end;
      segments.add(segment(rawPath.substring(start, end)));
      start = end + 1;
    }
    return segments;
  }

  private static String segment(String raw) {
    String segment = Percent.decode(raw).orElseThrow(RequestTarget::malformed);
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (Character.isISOControl(c) || c == '\\' || c == ';') {
        throw malformed();
      }
    }
    if (segment.equals(".") || segment.equals("..")) {
      throw malformed();
    }
    return segment;
  }

  /**
   * The parameters of a raw query in order, each with its values in order.
   *
   * @throws MailboxException {@code invalid_request} for broken escapes and too many parameters
   */
  public static Map<String, List<String>> parameters(String rawQuery) {
    if (rawQuery.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    String[] parts = rawQuery.split("&", -1);
    if (parts.length > MAX_PARAMETERS) {
      throw MailboxException.of(ErrorCode.INVALID_REQUEST, "the query has too many parameters");
    }
    for (String part : parts) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = decodeForm(equals < 0 ? part : part.substring(0, equals));
      String value = equals < 0 ? "" : decodeForm(part.substring(equals + 1));
      parameters.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
    }
    return parameters;
  }

  private static String decodeForm(String text) {
    Optional<String> decoded = Percent.decode(text.replace('+', ' '));
    return decoded.orElseThrow(
        () -> MailboxException.of(ErrorCode.INVALID_REQUEST, "the query is malformed"));
  }

  private static MailboxException malformed() {
    return MailboxException.of(ErrorCode.INVALID_REQUEST, "the path is malformed");
  }
}
