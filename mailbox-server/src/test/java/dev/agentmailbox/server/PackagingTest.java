package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.agentmailbox.server.config.ConfigReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files that an operator installs fit the server and the pages. */
class PackagingTest {
  private static final Path DIST = Pages.ROOT.resolve("mailbox-server/src/main/dist");
  private static final Path UNIT = DIST.resolve("systemd/mailbox.service");
  private static final Path COMPOSE = DIST.resolve("compose/compose.yaml");
  private static final String OPERATIONS = Pages.text(Pages.DOCS.resolve("operations.md"));
  private static final Path VERIFIER = Path.of("/usr/bin/systemd-analyze");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([-?])([^}]*))?}");
  private static final int LIMIT_SECONDS = 60;

  @TempDir Path directory;

  private static String version() {
    Matcher version =
        Pattern.compile("<artifactId>agent-mailbox</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Pages.text(Pages.ROOT.resolve("pom.xml")));
    assertTrue(version.find());
    return version.group(1);
  }

  @Test
  void pages_and_the_compose_file_name_the_version_of_this_build() {
    Pattern named =
        Pattern.compile(
            "dev\\.agentmailbox:[a-z0-9-]+:([0-9][\\w.-]*)"
                + "|<artifactId>mailbox-[a-z0-9-]+</artifactId>\\s*<version>([^<]+)</version>"
                + "|agent-mailbox[-:](?:\\$\\{MAILBOX_VERSION:-)?([0-9]+\\.[0-9]+\\.[0-9]+(?:-SNAPSHOT)?)");
    List<Path> files =
        List.of(
            Pages.ROOT.resolve("README.md"),
            Pages.DOCS.resolve("embedding.md"),
            Pages.DOCS.resolve("operations.md"),
            COMPOSE);
    for (Path file : files) {
      List<MatchResult> found = named.matcher(Pages.text(file)).results().toList();
      assertTrue(!found.isEmpty(), Pages.name(file) + " names no version");
      for (MatchResult one : found) {
        String version =
            one.group(1) != null
                ? one.group(1)
                : one.group(2) != null ? one.group(2) : one.group(3);
        assertEquals(version(), version, Pages.name(file) + ": " + one.group());
      }
    }
  }

  @Test
  void the_page_shows_the_unit_that_is_installed() {
    Matcher shown = Pattern.compile("```ini\\n(.*?)```", Pattern.DOTALL).matcher(OPERATIONS);
    assertTrue(shown.find());
    assertEquals(Pages.text(UNIT), shown.group(1));
  }

  @Test
  void systemd_accepts_the_unit() throws Exception {
    assumeTrue(Files.isExecutable(VERIFIER), "there is no " + VERIFIER);
    // The user and the file of the launcher are there only where it is installed.
    String unit =
        Pages.text(UNIT)
            .replace("=/opt/mailbox/bin/mailbox", "=/bin/sh")
            .replaceAll("(?m)^(User|Group)=.*$", "$1=root");
    Path file = Files.writeString(directory.resolve("mailbox.service"), unit);
    Process process =
        new ProcessBuilder(VERIFIER.toString(), "verify", "--man=no", file.toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), printed);
    assertTrue(printed.lines().noneMatch(line -> line.contains("mailbox.service")), printed);
  }

  @Test
  void the_compose_file_sets_what_the_server_knows() {
    JsonNode mailbox = compose().path("services").path("mailbox");
    Map<String, String> settings =
        mailbox
            .path("environment")
            .propertyStream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, one -> withoutVariables(one.getValue().asString())));
    assertTrue(settings.size() > 3, settings.keySet().toString());
    assertEquals(
        List.of("agents.localhost"), ConfigReader.read(settings, null).service().domains());
    assertEquals(
        List.of("CMD", "/opt/mailbox/bin/mailbox", "health"),
        mailbox.path("healthcheck").path("test").valueStream().map(JsonNode::asString).toList());
  }

  @Test
  void every_image_of_the_compose_file_has_a_version_and_every_volume_is_declared() {
    JsonNode compose = compose();
    assertEquals(2, compose.path("services").size());
    for (JsonNode service : compose.path("services")) {
      String image = withoutVariables(service.path("image").asString());
      assertTrue(image.matches("[a-z-]+:[0-9]+\\.[0-9.]+(-SNAPSHOT)?"), image);
      for (JsonNode volume : service.path("volumes")) {
        String name = volume.asString().split(":", 2)[0];
        assertTrue(compose.path("volumes").has(name), name);
      }
    }
  }

  @Test
  void the_example_of_variables_has_those_of_the_compose_file() {
    String example = Pages.text(DIST.resolve("compose/env.example"));
    List<String> offered =
        Pattern.compile("^#?([A-Z_]+)=", Pattern.MULTILINE)
            .matcher(example)
            .results()
            .map(one -> one.group(1))
            .sorted()
            .toList();
    List<String> taken =
        VARIABLE
            .matcher(Pages.text(COMPOSE))
            .results()
            .map(one -> one.group(1))
            .filter(name -> !name.equals("MAILBOX_VERSION"))
            .distinct()
            .sorted()
            .toList();
    assertEquals(taken, offered);
  }

  private static JsonNode compose() {
    Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(Pages.text(COMPOSE));
    return JsonMapper.shared().valueToTree(read);
  }

  /** With the defaults of the variables, or a word for those that have none. */
  private static String withoutVariables(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            one -> Matcher.quoteReplacement("-".equals(one.group(2)) ? one.group(3) : "secret"));
  }
}
