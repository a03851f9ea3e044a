package dev.agentmailbox.webhook;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.FieldProblems;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Rules for the headers that a caller may add to webhook requests (RFC 9110 section 5). */
public final class CustomHeaders {
  /** Most custom headers of one endpoint. */
  public static final int MAX_HEADERS = 20;

  /** Most characters of all names and values together. */
  public static final int MAX_CHARACTERS = 4_096;

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");
  private static final Pattern VALUE =
      Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e\\t]*[\\x21-\\x7e])?|");
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "content-type",
          "content-encoding",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "user-agent");
  private static final List<String> RESERVED_PREFIXES = List.of("webhook-", "svix-");

  private CustomHeaders() {}

  /** Every problem with the headers; paths are {@code headers.<name>}. */
  public static List<FieldProblem> problems(Map<String, String> headers) {
    FieldProblems problems = new FieldProblems();
    if (headers.size() > MAX_HEADERS) {
      problems.add("headers", "must have at most " + MAX_HEADERS + " names");
    }
    int characters = headers.entrySet().stream().mapToInt(CustomHeaders::length).sum();
    if (characters > MAX_CHARACTERS) {
      problems.add("headers", "must have at most " + MAX_CHARACTERS + " characters");
    }
    Set<String> seen = new TreeSet<>();
    headers.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (!NAME.matcher(name).matches()) {
            problems.add("headers", "contains a name that is not a valid HTTP field name");
          } else if (isReserved(lower)) {
            problems.add("headers." + name, "must be left out: the service sets it");
          } else if (!seen.add(lower)) {
            problems.add("headers." + name, "must appear only once");
          } else if (!VALUE.matcher(value).matches()) {
            problems.add("headers." + name, "must be printable ASCII on one line");
          }
        });
    return problems.all();
  }

  private static boolean isReserved(String lower) {
    return RESERVED.contains(lower) || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith);
  }

  private static int length(Map.Entry<String, String> header) {
    return header.getKey().length() + header.getValue().length();
  }
}
