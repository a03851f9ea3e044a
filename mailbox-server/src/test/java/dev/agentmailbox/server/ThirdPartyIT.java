package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The runnable file names the libraries in it and has their licences. */
class ThirdPartyIT {
  private static final Path JAR = Path.of("target", "mailbox-server.jar");
  private static final Pattern LIBRARY =
      Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom\\.xml");
  private static final String OURS = "dev.agentmailbox";

  @Test
  void every_library_in_the_jar_is_named_with_its_licence() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String named = text(jar, "META-INF/THIRD-PARTY.md");
      Set<String> missing =
          jar.stream()
              .flatMap(entry -> LIBRARY.matcher(entry.getName()).results())
              .map(MatchResult::group)
              .filter(entry -> !entry.contains(OURS))
              .filter(entry -> !named.contains(entry.split("/")[2]))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(Set.of(), missing);
    }
  }

  @Test
  void licences_that_ask_for_their_text_are_in_the_jar() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (String library :
          List.of("commonmark", "dnsjava", "postgresql", "slf4j-api", "angus-mail", "jsoup")) {
        assertTrue(
            jar.stream()
                .anyMatch(
                    entry ->
                        entry
                            .getName()
                            .matches("META-INF/licenses/" + library + "-jar/.*LICENSE[^/]*")),
            library);
      }
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
