package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples, and the programs on pages, use only what embedders may use. */
class PublicTypesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/embedders.md");
  private static final String BASE = "dev.agentmailbox";

  /** Packages, and the types of them that may be used, or text where all may. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (.*?) \\| (.*?) \\|$", Pattern.MULTILINE);

  private static final Pattern QUOTED = Pattern.compile("`([\\w.]+)`");
  private static final Pattern TYPES = Pattern.compile("`[A-Z]\\w+`(?:, `[A-Z]\\w+`)*");
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?(dev\\.agentmailbox(?:\\.[a-z0-9]+)*)\\.([A-Z]\\w*)",
          Pattern.MULTILINE);

  /** Other examples; the server, which examples start as programs of their own. */
  private static final Pattern NOT_LISTED =
      Pattern.compile("dev\\.agentmailbox\\.(?:examples|server).*");

  @Test
  void examples_use_only_types_that_the_page_lists() throws IOException {
    Set<String> listed = listed();
    List<String> others = new ArrayList<>();
    int found = 0;
    for (Path source : sources()) {
      for (MatchResult used : IMPORT.matcher(Files.readString(source)).results().toList()) {
        String type = used.group(1) + '.' + used.group(2);
        found++;
        if (!NOT_LISTED.matcher(type).matches()
            && !listed.contains(type)
            && !listed.contains(used.group(1))) {
          others.add(source + ": " + type);
        }
      }
    }
    assertEquals(List.of(), others);
    assertTrue(found > 50, found + " imports");
  }

  /** Packages and types. */
  private static Set<String> listed() throws IOException {
    Set<String> listed = new HashSet<>(Set.of(BASE));
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      boolean isWhole = !TYPES.matcher(row.group(2)).matches();
      for (String name : quoted(row.group(1))) {
        if (isWhole) {
          listed.add(BASE + '.' + name);
        } else {
          quoted(row.group(2)).forEach(type -> listed.add(BASE + '.' + name + '.' + type));
        }
      }
    }
    return listed;
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map(name -> name.group(1)).toList();
  }

  /** Benchmarks measure parts that no program uses by themselves. */
  private static List<Path> sources() throws IOException {
    try (Stream<Path> programs = Files.walk(Path.of("src"));
        Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      return Stream.of(programs, pages, Stream.of(ROOT.resolve("README.md")))
          .flatMap(files -> files)
          .filter(file -> file.toString().matches(".*\\.(?:java|md)"))
          .filter(file -> !file.toString().contains("benchmarks"))
          .toList();
    }
  }
}
