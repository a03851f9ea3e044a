package dev.agentmailbox.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.table.StaticFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that the reference shows are run, each in its language. */
class ReferenceSamplesIT {
  private static final long LIMIT_SECONDS = 240;

  /** A program that the server could not understand; objects of the examples may be missing. */
  private static final Pattern MISUNDERSTOOD =
      Pattern.compile(
          "\"(?:validation_error|invalid_request|unsupported_media_type|method_not_allowed)\""
              + "|This path does not exist");

  /** The description quotes the codes; the link of an example has expired. */
  private static final List<String> EXEMPT = List.of("getOpenApi\n", "download\n");

  private static MailboxFixture fixture;
  private static int operations;

  @TempDir static Path directory;

  @BeforeAll
  static void write() throws Exception {
    assumeTrue(runs("node"), "node does not run here");
    fixture = MailboxFixture.start();
    Path samples =
        Files.write(
            directory.resolve("samples.mjs"),
            StaticFile.read(DocumentationPages.class, "redoc/samples.js"));
    String description =
        fixture
            .send(fixture.request("/v0/openapi.json"))
            .body()
            .replace("http://localhost:8080/v0", fixture.uri("/v0").toString());
    Path openapi = Files.writeString(directory.resolve("openapi.json"), description);
    String count =
        run(
            "node",
            Path.of("src/test/resources/docs/samples.mjs").toAbsolutePath().toString(),
            samples.toString(),
            openapi.toString(),
            directory.toString());
    operations = Integer.parseInt(count.strip());
    assertTrue(operations > 150, count);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private static boolean runs(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException none) {
      return false;
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Path printed = directory.resolve("printed");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    if (fixture != null) {
      builder.environment().put("MAILBOX_API_KEY", fixture.key);
    }
    Process process = builder.start();
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it takes too long");
    String output = Files.readString(printed);
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  private static void assertUnderstood(String printed) {
    String[] answers = printed.split("(?m)^== ", -1);
    assertEquals(operations, answers.length - 1);
    assertEquals(
        List.of(),
        Stream.of(answers)
            .filter(answer -> EXEMPT.stream().noneMatch(answer::startsWith))
            .filter(answer -> MISUNDERSTOOD.matcher(answer).find())
            .toList());
  }

  @Test
  void in_curl() throws Exception {
    assumeTrue(runs("curl"), "curl does not run here");
    assertUnderstood(run("sh", "all.sh"));
  }

  @Test
  void in_python() throws Exception {
    assumeTrue(runs("python3"), "python3 does not run here");
    assertUnderstood(run("python3", "all.py"));
  }

  @Test
  void in_node() throws Exception {
    assertUnderstood(run("node", "all.mjs"));
  }

  @Test
  void in_java() throws Exception {
    List<String> files = new ArrayList<>(List.of("-d", directory.resolve("classes").toString()));
    try (Stream<Path> sources = Files.walk(directory)) {
      sources
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(file -> files.add(file.toString()));
    }
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler().run(null, null, null, files.toArray(String[]::new)));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertUnderstood(
        run(
            java,
            "-Djdk.httpclient.keepalive.timeout=0",
            "-cp",
            directory.resolve("classes").toString(),
            "All"));
  }
}
