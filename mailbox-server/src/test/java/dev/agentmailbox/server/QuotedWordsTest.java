package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.server.client.ClientCommands;
import dev.agentmailbox.server.config.ConfigReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Words of the program that pages quote are those that it prints. */
class QuotedWordsTest {
  private static final Pattern BANNER =
      Pattern.compile("```\\n(Agent Mailbox is ready.*?)```", Pattern.DOTALL);
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\| `([a-z-]+)[^`]*` \\|");
  private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

  @Test
  void the_first_start_prints_what_the_readme_shows() {
    Matcher shown = BANNER.matcher(Pages.text(Path.of("../README.md")));
    assertTrue(shown.find());
    String printed =
        Banner.text(
            ConfigReader.read(Map.of(), null),
            8080,
            2525,
            List.of(),
            Optional.empty(),
            Optional.of(KeySecret.generate(new SecureRandom())),
            Duration.ofMillis(2_300));
    List<String> lines = printed.lines().toList();
    for (String line : shown.group(1).lines().toList()) {
      String beginning = line.replaceAll("…$", "");
      assertTrue(
          lines.stream().anyMatch(one -> one.startsWith(beginning)), () -> line + "\n" + printed);
    }
  }

  @Test
  void the_page_on_the_command_line_names_each_command_and_options_that_exist() {
    String page = Pages.text(Pages.DOCS.resolve("command-line.md"));
    String table = page.substring(page.indexOf("## Commands"), page.indexOf("`--json` prints"));
    List<String> rows = table.lines().filter(line -> COMMAND.matcher(line).find()).toList();
    assertEquals(
        ClientCommands.names(),
        rows.stream()
            .map(row -> COMMAND.matcher(row).results().findFirst().orElseThrow().group(1))
            .filter(name -> !name.equals("completion"))
            .sorted()
            .toList());
    for (String row : rows) {
      String name = COMMAND.matcher(row).results().findFirst().orElseThrow().group(1);
      StringWriter help = new StringWriter();
      ClientCommands.find(name)
          .ifPresent(
              line -> {
                line.setOut(new PrintWriter(help));
                assertEquals(0, line.execute("--help"));
                assertEquals(
                    List.of(),
                    OPTION
                        .matcher(row)
                        .results()
                        .map(MatchResult::group)
                        .filter(option -> !help.toString().contains(option))
                        .toList());
              });
    }
  }
}
