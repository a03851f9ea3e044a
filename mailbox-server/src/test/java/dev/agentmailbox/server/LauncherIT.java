package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.agentmailbox.fixture.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bin/mailbox} starts, with a Java that only prints its arguments. */
@Slow
final class LauncherIT {
  private static final Path LAUNCHER = Path.of("src/main/dist/bin/mailbox");
  private static final Path SHELL = Path.of("/bin/sh");
  private static final int LIMIT_SECONDS = 60;
  private static final int CANNOT_START = 2;
  private static final String MAKES_ARCHIVE = "-XX:ArchiveClassesAtExit=";
  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final String USES_ARCHIVE = "-XX:SharedArchiveFile=";

  @TempDir Path directory;
  private final Map<String, String> environment = new TreeMap<>();
  private Path home;
  private Path jar;
  private Path cache;

  /** What a run left. */
  private record Run(int code, String printed) {
    List<String> arguments() {
      assertEquals(0, code, printed);
      return printed.lines().toList();
    }
  }

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isExecutable(SHELL), "there is no " + SHELL);
    home = Files.createDirectory(directory.resolve("a home"));
    Files.createDirectory(home.resolve("bin"));
    Files.copy(LAUNCHER, home.resolve("bin/mailbox"));
    jar =
        Files.createFile(Files.createDirectory(home.resolve("lib")).resolve("mailbox-server.jar"));
    cache = Files.createDirectory(directory.resolve("a cache"));
    java("17.0.15");
  }

  private void java(String version) throws IOException {
    Path java = directory.resolve("a java/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(
        java,
        """
        #!/bin/sh
        if [ "$1" = -version ]; then echo 'openjdk version "%s" 2025-04-15' >&2; exit; fi
        for argument; do echo "$argument"; done
        """
            .formatted(version));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("JAVA_HOME", directory.resolve("a java").toString());
  }

  private Run run(String... arguments) throws Exception {
    return run(home.resolve("bin/mailbox"), arguments);
  }

  private Run run(Path launcher, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(SHELL.toString(), launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JAVA_OPTS", "CACHE_DIRECTORY"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    return new Run(process.exitValue(), printed);
  }

  @Test
  void the_server_starts_with_the_heap_of_the_documentation() throws Exception {
    List<String> arguments = run().arguments();
    assertEquals("-Xmx1g", arguments.get(0));
    assertTrue(arguments.contains(SERIAL), "the small collector of the documentation");
    assertEquals(
        List.of("-XX:+ExitOnOutOfMemoryError", "-jar", jar.toRealPath().toString()),
        arguments.subList(arguments.size() - 3, arguments.size()));
  }

  @Test
  void arguments_are_passed_on_as_they_are() throws Exception {
    List<String> arguments = run("export", "--inbox", "a b", "*").arguments();
    assertEquals(
        List.of("export", "--inbox", "a b", "*"),
        arguments.subList(arguments.size() - 4, arguments.size()));
  }

  @Test
  void a_command_of_a_client_starts_with_what_it_needs() throws Exception {
    List<String> arguments = run("send", "--to", "a@b.test").arguments();
    assertEquals("-Xmx256m", arguments.get(0));
    assertTrue(arguments.contains("-XX:TieredStopAtLevel=1"), "it ends too soon for the other");
    assertFalse(run("export", "send").arguments().contains("-XX:TieredStopAtLevel=1"));
  }

  @Test
  void the_version_of_java_is_read_from_its_file() throws Exception {
    Path release = directory.resolve("a java/release");
    Files.writeString(release, "IMPLEMENTOR=\"A\"\nJAVA_VERSION=\"16.0.2\"\n");
    assertTrue(run().printed().endsWith("is 16.0.2"));
    Files.writeString(release, "JAVA_VERSION=\"21.0.1\"\n");
    java("16.0.2");
    assertEquals(0, run().code());
    Files.writeString(release, "");
    assertEquals(CANNOT_START, run().code());
  }

  @Test
  void options_of_the_machine_replace_the_heap() throws Exception {
    environment.put("JAVA_OPTS", "-Xmx2g -Da=*");
    List<String> arguments = run().arguments();
    assertEquals(List.of("-Xmx2g", "-Da=*"), arguments.subList(0, 2));
    assertFalse(arguments.contains(SERIAL), "Java chooses the collector of a larger heap");
  }

  @Test
  void a_link_to_it_finds_its_home() throws Exception {
    Path link = directory.resolve("mailbox");
    Files.createSymbolicLink(link, Path.of("a home/bin/mailbox"));
    assertTrue(run(link).arguments().contains(jar.toRealPath().toString()));
  }

  @Test
  void java_that_is_too_old_is_one_clear_line() throws Exception {
    java("16.0.2");
    Run run = run();
    assertEquals(CANNOT_START, run.code());
    assertTrue(run.printed().startsWith("mailbox: needs Java 17 or newer"), run.printed());
    assertTrue(run.printed().endsWith("is 16.0.2"), run.printed());
    java("1.8.0_402");
    assertEquals(CANNOT_START, run().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17.0.15", "25.0.4.1", "26-ea"})
  void java_from_17_on_starts(String version) throws Exception {
    java(version);
    assertEquals(0, run().code());
  }

  @Test
  void java_that_is_not_there_is_one_clear_line() throws Exception {
    environment.put("JAVA_HOME", directory.resolve("nowhere").toString());
    Run run = run();
    assertEquals(CANNOT_START, run.code());
    assertTrue(run.printed().contains("nowhere/bin/java was not found"), run.printed());
    assertEquals(1, run.printed().lines().count());
  }

  @Test
  void a_jar_that_is_not_there_is_one_clear_line() throws Exception {
    Files.delete(jar);
    Run run = run();
    assertEquals(CANNOT_START, run.code());
    assertTrue(run.printed().endsWith("lib/mailbox-server.jar is missing"), run.printed());
  }

  @Test
  void the_image_has_its_libraries_one_by_one() throws Exception {
    Files.delete(jar);
    Path list = Files.createFile(home.resolve("jib-classpath-file"));
    assertTrue(
        run("doctor")
            .printed()
            .endsWith("-cp\n@" + list.toRealPath() + "\ndev.agentmailbox.server.Main\ndoctor"));
  }

  private String archiveOption() throws Exception {
    List<String> options =
        run().arguments().stream().filter(argument -> argument.endsWith(".jsa")).toList();
    assertEquals(1, options.size(), options.toString());
    return options.get(0);
  }

  /** As if the server had ended, which makes the archive. */
  private Path made(String option) throws IOException {
    assertTrue(option.startsWith(MAKES_ARCHIVE + cache), option);
    return Files.createFile(Path.of(option.substring(MAKES_ARCHIVE.length())));
  }

  @Test
  void the_first_start_makes_an_archive_of_classes_and_the_next_uses_it() throws Exception {
    environment.put("CACHE_DIRECTORY", cache.toString());
    Path archive = made(archiveOption());
    assertEquals(USES_ARCHIVE + archive, archiveOption());
    assertTrue(run("--config", "f").arguments().contains(USES_ARCHIVE + archive));
  }

  @Test
  void another_jar_and_another_java_get_an_archive_of_their_own() throws Exception {
    environment.put("CACHE_DIRECTORY", cache.toString());
    Path archive = made(archiveOption());
    Files.writeString(jar, "another");
    Path ofJar = made(archiveOption());
    assertNotEquals(archive, ofJar);
    assertFalse(Files.exists(archive), "what fits no longer is removed");
    java("17.0.16");
    assertNotEquals(ofJar, made(archiveOption()));
    assertFalse(Files.exists(ofJar));
  }

  @Test
  void newer_java_keeps_the_archive_fresh_itself() throws Exception {
    environment.put("CACHE_DIRECTORY", cache.toString());
    java("25.0.1");
    assertTrue(run().arguments().contains("-XX:+AutoCreateSharedArchive"));
    assertTrue(archiveOption().startsWith(USES_ARCHIVE + cache));
  }

  @Test
  void commands_make_no_archive_for_the_server() throws Exception {
    environment.put("CACHE_DIRECTORY", cache.toString());
    assertFalse(run("health").printed().contains("jsa"));
    assertFalse(run("--config", "f", "doctor").printed().contains("jsa"));
  }

  @Test
  void a_cache_that_is_not_there_stops_no_start() throws Exception {
    environment.put("CACHE_DIRECTORY", directory.resolve("nowhere").toString());
    assertFalse(String.join(" ", run().arguments()).contains("jsa"));
  }
}
