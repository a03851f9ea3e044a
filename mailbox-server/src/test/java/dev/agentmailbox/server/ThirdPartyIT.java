package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The runnable file names the libraries in it and has their licences. */
class ThirdPartyIT {
  private static final Path JAR = Path.of("target", "mailbox-server.jar");

  /** A row of the table, up to a note in parentheses. */
  private static final Pattern ROW =
      Pattern.compile("^\\| ([a-z0-9.-]+:[^|(]+?)(?: \\([^|]*)? \\|", Pattern.MULTILINE);

  /** The name of a library's file, without its version. */
  private static final Pattern FILE = Pattern.compile("(.+?)-[0-9].*\\.jar");

  private static final String OURS = "mailbox-";

  @Test
  void every_library_in_the_jar_is_named_with_its_licence() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Set<String> named = named(text(jar, "META-INF/THIRD-PARTY.md"));
      Set<String> contained = contained(jar);
      assertTrue(contained.size() > 20, contained::toString);
      assertEquals(
          Set.of(),
          contained.stream()
              .filter(library -> named.stream().noneMatch(library::matches))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  @Test
  void imap_and_pop3_are_left_out() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertEquals(
          List.of(),
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.contains("angus/mail/imap") || name.contains("angus/mail/pop3"))
              .toList());
      // A service without its class would break every look-up of the others.
      assertEquals(
          "dev.agentmailbox.jakarta.MailboxProvider",
          text(jar, "META-INF/services/jakarta.mail.Provider").strip());
    }
  }

  /** The libraries of the table, as patterns of the names of their files. */
  private static Set<String> named(String page) {
    return ROW.matcher(page)
        .results()
        .flatMap(row -> Arrays.stream(row.group(1).split("[,;] ")))
        .map(library -> library.substring(library.indexOf(':') + 1).replace("\\*", ".*"))
        .collect(Collectors.toSet());
  }

  /** The libraries of the class path, without those of tests, whose classes are not in the jar. */
  private static Set<String> contained(JarFile jar) throws IOException {
    Set<String> found = new TreeSet<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Matcher name = FILE.matcher(Path.of(path).getFileName().toString());
      if (name.matches() && !name.group(1).startsWith(OURS)) {
        try (JarFile library = new JarFile(path)) {
          if (library.stream()
              .anyMatch(entry -> isClass(entry) && jar.getEntry(entry.getName()) != null)) {
            found.add(name.group(1));
          }
        }
      }
    }
    return found;
  }

  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(".class") && !entry.getName().endsWith("module-info.class");
  }

  @Test
  void licences_that_ask_for_their_text_are_in_the_jar() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (String library : List.of("dnsjava", "postgresql", "slf4j-api", "angus-mail", "jsoup")) {
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
