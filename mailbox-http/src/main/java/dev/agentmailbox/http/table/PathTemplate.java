package dev.agentmailbox.http.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The path of a row: literal segments and parameters in braces. A last segment {@code {rest...}}
 * matches any number of segments, including none. A trailing slash is a last segment that is empty.
 *
 * @param text as written in the table, for example {@code /v0/inboxes/{inbox_id}}
 */
public record PathTemplate(String text, List<Segment> segments) {
  private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Pattern NAME = Pattern.compile("[a-z_]+");

  /** A parameter of this name may contain an encoded slash: list entries are free text. */
  private static final String SLASH_PLACEHOLDER = "entry";

  private static final String REST = "{rest...}";

  /** A path segment. */
  public record Segment(String name, Kind kind) {
    /** Whether an encoded slash is allowed in the value. */
    boolean allowsSlash() {
      return kind == Kind.PLACEHOLDER && name.equals(SLASH_PLACEHOLDER);
    }
  }

  /** The kind of a segment. */
  public enum Kind {
    LITERAL,
    PLACEHOLDER,
    REST
  }

  /**
   * Parses a template.
   *
   * @throws IllegalStateException when it is malformed
   */
  public static PathTemplate parse(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalStateException("a path must start with a slash: " + text);
    }
    List<Segment> segments = new ArrayList<>();
    if (text.length() > 1) {
      for (String part : text.substring(1).split("/", -1)) {
        if (!segments.isEmpty() && segments.get(segments.size() - 1).kind() == Kind.REST) {
          throw new IllegalStateException("nothing may follow " + REST + ": " + text);
        }
        segments.add(segment(part, text));
      }
    }
    return new PathTemplate(text, List.copyOf(segments));
  }

  private static Segment segment(String part, String text) {
    if (part.isEmpty() && text.endsWith("/")) {
      return new Segment(part, Kind.LITERAL);
    }
    if (part.equals(REST)) {
      return new Segment("rest", Kind.REST);
    }
    if (part.startsWith("{") && part.endsWith("}")) {
      String name = part.substring(1, part.length() - 1);
      if (NAME.matcher(name).matches()) {
        return new Segment(name, Kind.PLACEHOLDER);
      }
    } else if (LITERAL.matcher(part).matches()) {
      return new Segment(part, Kind.LITERAL);
    }
    throw new IllegalStateException("malformed path: " + text);
  }

  /** The names of the parameters from left to right. */
  public List<String> placeholders() {
    return segments.stream().filter(s -> s.kind() == Kind.PLACEHOLDER).map(Segment::name).toList();
  }

  public boolean hasRest() {
    return !segments.isEmpty() && segments.get(segments.size() - 1).kind() == Kind.REST;
  }
}
