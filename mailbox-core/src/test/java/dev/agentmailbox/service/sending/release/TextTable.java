package dev.agentmailbox.service.sending.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Texts of a file beside the tests, one a line. {@code \n} is a line end; {@code {n}} is n letters
 * and digits, {@code {x:n}} n hexadecimal digits, {@code {A:n}} n capitals and digits.
 */
final class TextTable {
  private static final Pattern FILL = Pattern.compile("\\{(x:|A:)?(\\d+)}");

  private TextTable() {}

  /** The lines as they stand, but for line ends. */
  static Stream<String> plain(String file) throws IOException {
    return lines(file).map(TextTable::unescape);
  }

  /** The lines with keys put together: a bar is taken out, so that no scanner sees a leak. */
  static Stream<String> keys(String file) throws IOException {
    return lines(file).map(line -> unescape(fill(line)).replace("|", ""));
  }

  private static Stream<String> lines(String file) throws IOException {
    try (InputStream in = TextTable.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException(file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("# "));
    }
  }

  private static String unescape(String line) {
    return line.replace("\\n", "\n").replace("\\u2019", "\u2019");
  }

  private static String fill(String line) {
    Matcher matcher = FILL.matcher(line);
    return matcher.replaceAll(
        found -> {
          String unit =
              "x:".equals(found.group(1)) ? "0a1b9c" : "A:".equals(found.group(1)) ? "A7Q" : "aB3x";
          int length = Integer.parseInt(found.group(2));
          return unit.repeat(length / unit.length() + 1).substring(0, length);
        });
  }
}
