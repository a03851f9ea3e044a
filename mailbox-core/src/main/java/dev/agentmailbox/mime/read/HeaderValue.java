package dev.agentmailbox.mime.read;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A structured field with parameters: Content-Type and Content-Disposition (RFC 2045 section 5.1,
 * RFC 2183, RFC 2231). Lenient, never throws; linear.
 *
 * @param value text before the first semicolon, without comments, in lower case
 * @param parameters decoded values by lower-case name
 */
public record HeaderValue(String value, Map<String, String> parameters) {
  private static final int MAX_PARAMETERS = 200;

  static final HeaderValue EMPTY = new HeaderValue("", Map.of());

  @Nullable
  public String parameter(String name) {
    return parameters.get(name);
  }

  /** The field's text; parsing it gives this value. */
  public String text() {
    StringBuilder text = new StringBuilder(value);
    parameters.forEach(
        (name, parameter) ->
            text.append("; ").append(name).append("=\"").append(escaped(parameter)).append('"'));
    return text.toString();
  }

  /** As the content of a quoted string. */
  public static String escaped(String parameter) {
    return parameter.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  public static HeaderValue parse(String text) {
    Parser parser = new Parser(text);
    String value = parser.untilSemicolon().toLowerCase(Locale.ROOT);
    Map<String, String> raw = new LinkedHashMap<>();
    while (parser.more() && raw.size() < MAX_PARAMETERS) {
      String name = parser.name();
      if (name == null) {
        continue;
      }
      raw.putIfAbsent(name.toLowerCase(Locale.ROOT), parser.parameterValue());
    }
    return new HeaderValue(value, ContinuedParameters.merge(raw));
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    boolean more() {
      return at < text.length();
    }

    String untilSemicolon() {
      int end = text.indexOf(';', at);
      String part = text.substring(at, end < 0 ? text.length() : end);
      int blank = firstBlank(part);
      int equals = part.indexOf('=');
      int comment = part.indexOf('(');
      if (blank > 0 && blank < equals && (comment < 0 || comment > equals)) {
        // The semicolon is missing.
        at = blank + 1;
        return part.substring(0, blank);
      }
      at = end < 0 ? text.length() : end + 1;
      return (comment < 0 ? part : part.substring(0, comment)).strip();
    }

    private static int firstBlank(String part) {
      int blank = 0;
      while (blank < part.length()
          && part.charAt(blank) != ','
          && !Character.isWhitespace(part.charAt(blank))) {
        blank++;
      }
      return blank;
    }

    /** The name before the next equals sign; null, after skipping the semicolon, if none. */
    @Nullable String name() {
      int from = at;
      while (at < text.length() && text.charAt(at) != '=' && text.charAt(at) != ';') {
        at++;
      }
      String name = lastWord(text.substring(from, at).strip());
      boolean found = at < text.length() && text.charAt(at) == '=' && !name.isEmpty();
      at++;
      return found ? name : null;
    }

    private static String lastWord(String text) {
      int start = text.length();
      while (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
        start--;
      }
      return text.substring(start);
    }

    String parameterValue() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      return at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
    }

    private String quoted() {
      StringBuilder value = new StringBuilder();
      at++;
      while (at < text.length() && text.charAt(at) != '"') {
        // Some senders write Windows paths in file names with single backslashes.
        boolean escape = text.charAt(at) == '\\' && at + 1 < text.length();
        if (escape && (text.charAt(at + 1) == '"' || text.charAt(at + 1) == '\\')) {
          at++;
        }
        value.append(text.charAt(at++));
      }
      at++;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at < text.length() && text.charAt(at) == ';') {
        at++;
      }
      return value.toString();
    }

    private String plain() {
      int end = text.indexOf(';', at);
      String value = text.substring(at, end < 0 ? text.length() : end);
      at = end < 0 ? text.length() : end + 1;
      int comment = value.indexOf(" (");
      return (comment < 0 ? value : value.substring(0, comment)).strip();
    }
  }
}
