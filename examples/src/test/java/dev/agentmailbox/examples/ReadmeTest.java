package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README quotes is what was compiled and run. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void the_ten_lines_in_the_readme_are_those_of_the_example() throws IOException {
    List<String> example =
        region(
            ROOT.resolve("examples/src/main/java/dev/agentmailbox/examples/TenLines.java"),
            "// region ten-lines",
            "// endregion");
    List<String> quoted =
        region(ROOT.resolve("README.md"), "<!-- region ten-lines -->", "<!-- endregion -->");
    assertEquals(example, quoted.subList(1, quoted.size() - 1));
  }

  private static List<String> region(Path file, String begin, String end) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(file)) {
      if (line.strip().equals(begin)) {
        inside = true;
      } else if (inside && line.strip().equals(end)) {
        break;
      } else if (inside) {
        lines.add(line);
      }
    }
    int indent =
        lines.stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    return lines.stream().map(line -> line.isBlank() ? "" : line.substring(indent)).toList();
  }
}
