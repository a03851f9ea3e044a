package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README and the documentation quote is what was compiled and run. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void the_ten_lines_in_the_readme_are_those_of_the_example() throws IOException {
    assertQuoted(
        "README.md", "examples/src/main/java/dev/agentmailbox/examples/TenLines.java", "ten-lines");
  }

  @Test
  void the_test_of_an_agent_in_the_readme_is_one_that_runs() throws IOException {
    assertQuoted(
        "README.md",
        "examples/src/test/java/dev/agentmailbox/examples/SupportAgentTest.java",
        "own-test");
  }

  @ParameterizedTest
  @CsvSource({
    "embedding.md, tools/LangChainTools, langchain-tools",
    "embedding.md, tools/SpringAiTools, spring-ai-tools",
    "mcp.md, langchain/mcp/MailDesk, langchain-mcp",
    "mcp.md, springai/MailDesk, spring-ai",
  })
  void the_programs_in_the_documentation_are_examples(String page, String type, String region)
      throws IOException {
    assertQuoted(
        "docs/" + page,
        "examples/src/main/java/dev/agentmailbox/examples/" + type + ".java",
        region);
  }

  private static void assertQuoted(String page, String file, String region) throws IOException {
    List<String> example = region(ROOT.resolve(file), "// region " + region, "// endregion");
    List<String> quoted =
        region(ROOT.resolve(page), "<!-- region " + region + " -->", "<!-- endregion -->");
    while (example.get(example.size() - 1).isBlank()) {
      example = example.subList(0, example.size() - 1);
    }
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
