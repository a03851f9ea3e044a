package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the pages name exists: other pages, settings, operations of the API. */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*)$", Pattern.MULTILINE);
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern JAVA = Pattern.compile("^```java\\n(.*)$", Pattern.MULTILINE);
  private static final Pattern SETTING = Pattern.compile("\\bMAILBOX_[A-Z0-9_]*[A-Z0-9]\\b");
  private static final Pattern CALLED =
      Pattern.compile("localhost:8080(/v0/[^\\s'\"?`)<>$]+)(?!\\$)");
  private static final Pattern OPERATION =
      Pattern.compile("`(GET|POST|PUT|PATCH|DELETE) (/v0/[^\\s`?]*)");

  private static final Path OPEN_API =
      Pages.ROOT.resolve("mailbox-http/src/test/resources/openapi");

  @Test
  void every_relative_link_leads_to_a_file_and_a_heading() throws IOException {
    List<String> broken = new ArrayList<>();
    int found = 0;
    for (Path page : Pages.all()) {
      Matcher link = LINK.matcher(withoutCode(Pages.text(page)));
      while (link.find()) {
        if (!link.group(1).matches("[a-z]+:.*")) {
          found++;
          if (!leadsSomewhere(page, link.group(1))) {
            broken.add(Pages.name(page) + ": " + link.group(1));
          }
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(found > 100, found + " links");
  }

  private static boolean leadsSomewhere(Path page, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return parts.length == 1
        || !file.toString().endsWith(".md")
        || anchors(Pages.text(file)).contains(parts[1]);
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(String text) {
    return HEADING
        .matcher(withoutCode(text))
        .results()
        .map(heading -> heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
        .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", ""))
        .map(heading -> heading.strip().replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String withoutCode(String text) {
    return FENCED.matcher(text).replaceAll("");
  }

  @Test
  void the_contents_lead_to_every_page() throws IOException {
    String contents = Pages.text(Pages.DOCS.resolve("README.md"));
    List<String> left =
        Pages.all().stream()
            .filter(page -> Pages.DOCS.equals(page.getParent()))
            .map(page -> page.getFileName().toString())
            .filter(name -> !name.equals("README.md") && !contents.contains("](" + name + ")"))
            .toList();
    assertEquals(List.of(), left);
  }

  @Test
  void every_java_program_on_a_page_begins_with_its_imports() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path page : Pages.all()) {
      Matcher program = JAVA.matcher(Pages.text(page));
      while (program.find()) {
        // The page on the specification shows how a test refers to it.
        if (!program.group(1).startsWith("import ") && !program.group(1).startsWith("// spec ")) {
          without.add(Pages.name(page) + ": " + program.group(1));
        }
      }
    }
    assertEquals(List.of(), without);
  }

  @Test
  void every_setting_that_a_page_names_exists() throws IOException {
    assertEquals(List.of(), named(SETTING, 0, DocumentationTest::isSetting));
  }

  private static boolean isSetting(String name) {
    try {
      ConfigReader.read(Map.of(name, ""), null);
      return true;
    } catch (ConfigException refused) {
      return !String.valueOf(refused.getMessage()).startsWith("unknown setting");
    }
  }

  @Test
  void every_path_that_a_page_calls_is_an_operation() throws IOException {
    List<Pattern> paths = operations().stream().map(one -> template(pathOf(one))).toList();
    List<String> unknown = named(CALLED, 1, path -> matchesAny(paths, path));
    assertEquals(List.of(), unknown);
  }

  @Test
  void every_operation_that_a_page_names_exists() throws IOException {
    Set<String> operations = operations();
    List<String> unknown = new ArrayList<>();
    for (Path page : readersPages()) {
      Matcher operation = OPERATION.matcher(Pages.text(page));
      while (operation.find()) {
        String method = operation.group(1);
        List<Pattern> paths =
            operations.stream()
                .filter(one -> one.startsWith(method + " "))
                .map(one -> template(pathOf(one)))
                .toList();
        if (!matchesAny(paths, operation.group(2))) {
          unknown.add(Pages.name(page) + ": " + method + " " + operation.group(2));
        }
      }
    }
    assertEquals(List.of(), unknown);
  }

  private static List<String> named(Pattern pattern, int group, Predicate<String> exists)
      throws IOException {
    List<String> unknown = new ArrayList<>();
    int found = 0;
    for (Path page : readersPages()) {
      Matcher matcher = pattern.matcher(Pages.text(page));
      while (matcher.find()) {
        found++;
        if (!exists.test(matcher.group(group))) {
          unknown.add(Pages.name(page) + ": " + matcher.group(group));
        }
      }
    }
    assertTrue(found > 10, found + " found");
    return unknown;
  }

  /** The README and the pages of {@code docs}; decisions are history and may name what is gone. */
  private static List<Path> readersPages() throws IOException {
    return Pages.all().stream()
        .filter(page -> Pages.DOCS.equals(page.getParent()) || Pages.ROOT.equals(page.getParent()))
        .toList();
  }

  /** Method and path of each, for example {@code GET /v0/inboxes/{inbox_id}}. */
  private static Set<String> operations() throws IOException {
    try (Stream<Path> files = Files.list(OPEN_API)) {
      return files
          .map(file -> JsonMapper.shared().readTree(Pages.text(file)).path("paths"))
          .flatMap(paths -> paths.propertyStream())
          .flatMap(
              path ->
                  path.getValue()
                      .propertyStream()
                      .map(Map.Entry<String, JsonNode>::getKey)
                      .map(method -> method.toUpperCase(Locale.ROOT) + " /v0" + path.getKey()))
          .collect(Collectors.toSet());
    }
  }

  private static String pathOf(String operation) {
    return operation.substring(operation.indexOf(' ') + 1);
  }

  private static Pattern template(String path) {
    return Pattern.compile(path.replace(".", "\\.").replaceAll("\\{[a-z_]+}", "[^/]+"));
  }

  private static boolean matchesAny(List<Pattern> patterns, String path) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(path).matches());
  }
}
