package dev.agentmailbox.mime.codes;

import dev.agentmailbox.mime.ResourceLines;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** The rows of {@code words.txt}: words and regular expressions in many languages. */
final class CodeTable {
  private static final Map<String, String> ROWS = ResourceLines.table(CodeTable.class, "words.txt");

  private CodeTable() {}

  static String of(String name) {
    return Objects.requireNonNull(ROWS.get(name), name);
  }

  /** Compiles an expression that matches letters of any case. */
  static Pattern pattern(String expression) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
