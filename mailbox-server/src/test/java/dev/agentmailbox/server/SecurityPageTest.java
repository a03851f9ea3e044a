package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The threat model names tests; each must be there. */
class SecurityPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w+(?:Test|IT|Contract))(?:\\.(\\w+))?`");

  @Test
  void every_test_that_the_threat_model_names_exists() throws IOException {
    Map<String, Path> tests = tests();
    List<String> missing = new ArrayList<>();
    Matcher named = NAMED.matcher(Files.readString(ROOT.resolve("docs/security.md")));
    int found = 0;
    while (named.find()) {
      found++;
      Path file = tests.get(named.group(1) + ".java");
      String method = named.group(2);
      if (file == null
          || (method != null && !Files.readString(file).contains(" " + method + "("))) {
        missing.add(named.group());
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(found > 50, found + " tests are named");
  }

  private static Map<String, Path> tests() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/"))
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString(), file -> file, (one, other) -> one));
    }
  }
}
