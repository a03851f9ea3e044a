package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs in the documentation are run as a reader would run them, where they can be. */
class DocumentationIT {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern REGION =
      Pattern.compile(
          "<!-- region (\\S+) -->\\n```\\w*\\n(.*?)```\\n<!-- endregion -->", Pattern.DOTALL);
  private static final Pattern LOGGED = Pattern.compile("\\b(DEBUG|INFO|WARN|SLF4J)\\b");
  private static final long LIMIT_SECONDS = 120;
  private static final Pattern MESSAGE = Pattern.compile("msg_[0-9a-z]{16}");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final byte[] SECRET =
      "a secret of thirty-two characters".getBytes(StandardCharsets.UTF_8);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path directory;

  @Test
  void the_steps_of_the_first_page_in_their_order_answer_each_mail_that_came() throws Exception {
    assumeRuns("curl", "--version");
    try (LocalServer server = new LocalServer(directory)) {
      run("sh", program("first-mail.md", "curl", server));
      run("sh", program("first-mail.md", "mail", server));
      Path reply = program("first-mail.md", "reply", server);
      String answered = run("sh", Files.writeString(reply, answering(server, reply)));
      assertFalse(answered.contains("\"code\""), answered);
      assertAnswers(server, "first_mail.py", "python3");
      assertAnswers(server, "first-mail.mjs", "node");
      assertAnswers(server, "FirstMail.java", JAVA);
    }
  }

  private void assertAnswers(LocalServer server, String name, String interpreter) throws Exception {
    if (!runs(interpreter, "--version")) {
      return;
    }
    run("sh", program("first-mail.md", "mail", server));
    assertTrue(unread(server).contains("\"count\":1"), name);
    String printed = run(interpreter, program("first-mail.md", name, server));
    assertTrue(printed.contains("Can you read this?"), printed);
    assertTrue(unread(server).contains("\"count\":0"), name);
  }

  /** The commands with the id of the unread mail in place of the one that the page shows. */
  private static String answering(LocalServer server, Path commands) throws Exception {
    Matcher id = MESSAGE.matcher(unread(server));
    assertTrue(id.find(), "no unread mail");
    return MESSAGE.matcher(Files.readString(commands)).replaceAll(id.group());
  }

  private static String unread(LocalServer server) throws IOException, InterruptedException {
    URI list =
        URI.create(server.address() + "/v0/inboxes/hello@agents.localhost/messages?labels=unread");
    HttpRequest request =
        HttpRequest.newBuilder(list).header("Authorization", "Bearer " + LocalServer.KEY).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @ParameterizedTest
  @CsvSource({"webhook.py,python3", "webhook.mjs,node", "Webhook.java,java"})
  void each_receiver_takes_a_genuine_delivery_only(String name, String interpreter)
      throws Exception {
    String command = interpreter.equals("java") ? JAVA : interpreter;
    assumeRuns(command, "--version");
    int port = LocalServer.freePort();
    String source = source("receiving.md", name).replace("9000", Integer.toString(port));
    Path file = Files.writeString(directory.resolve(name), source);
    ProcessBuilder builder = new ProcessBuilder(command, file.toString());
    builder
        .environment()
        .put("WEBHOOK_SECRET", "whsec_" + Base64.getEncoder().encodeToString(SECRET));
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile());
    Process receiver = builder.start();
    try {
      awaitPort(receiver, port);
      String body = "{\"event_id\":\"evt_1\",\"event_type\":\"message.received\",\"data\":{}}";
      long now = Instant.now().getEpochSecond();
      long old = now - 301;
      String good = signature(now, body);
      assertEquals(204, post(port, now, good, body));
      assertEquals(204, post(port, now, "v1,AAAA " + good, body), "while a secret is changed");
      assertEquals(401, post(port, now, good, body + " "), "another body");
      assertEquals(401, post(port, old, signature(old, body), body), "too old");
      assertEquals(401, post(port, now, "v1,AAAA", body), "another signature");
    } finally {
      receiver.destroyForcibly();
    }
  }

  private static int post(int port, long timestamp, String signature, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
            .version(HttpClient.Version.HTTP_1_1)
            .header("webhook-id", "evt_1")
            .header("webhook-timestamp", Long.toString(timestamp))
            .header("webhook-signature", signature)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    // A client of its own: the receiver in Python closes each connection after its answer.
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static String signature(long timestamp, String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
    byte[] signed = ("evt_1." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8);
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
  }

  @Test
  void the_embedded_program_answers_each_mail_once_however_often_it_starts() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("Embedded.java"), source("embedding.md", "Embedded.java"));
    for (int start = 1; start <= 2; start++) {
      List<String> printed = printed(file);
      assertEquals("to customer@example.com", printed.get(0), "start " + start);
      // A send that is not handed over within the two seconds of its call is still being sent.
      assertTrue(List.of("SENT", "SENDING").contains(printed.get(1)), "start " + start);
    }
  }

  @Test
  void the_ten_lines_answer_each_mail_once_however_often_they_start() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("TenLines.java"), source(Path.of("../README.md"), "ten-lines"));
    for (int start = 1; start <= 2; start++) {
      assertEquals(List.of("Order 7: Where is it?"), printed(file), "start " + start);
    }
  }

  /** The lines of its own that a program prints. */
  private List<String> printed(Path program) throws IOException, InterruptedException {
    return run(List.of(JAVA, "-cp", System.getProperty("java.class.path"), program.toString()))
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !LOGGED.matcher(line).find())
        .toList();
  }

  @Test
  void the_five_minutes_of_the_readme_can_be_repeated_and_answer_each_mail() throws Exception {
    assumeRuns("curl", "--version");
    try (LocalServer server = new LocalServer(directory)) {
      for (int time = 1; time <= 2; time++) {
        String printed = run("sh", program("../README.md", "quickstart", server));
        assertFalse(printed.contains("\"code\""), printed);
        assertTrue(printed.contains("\"captured\":true"), printed);
        assertEquals(4, printed.lines().count(), "each answer ends its line: " + printed);
        assertEquals(time, printed.split("\"message.sent\"", -1).length - 1);
      }
    }
  }

  @Test
  void the_commands_of_the_page_on_the_command_line_can_be_repeated() throws Exception {
    try (LocalServer server = new LocalServer(directory)) {
      for (int time = 1; time <= 2; time++) {
        String printed =
            run("sh", withLauncher(program("command-line.md", "command-line", server)));
        assertTrue(printed.startsWith("desk@agents.localhost\n"), printed);
        assertEquals(2 * time, printed.split(" message.sent ", -1).length - 1, printed);
      }
    }
  }

  @Test
  void the_page_on_testing_catches_a_mail_and_takes_its_code() throws Exception {
    assumeRuns("curl", "--version");
    Map<String, String> settings =
        Map.of("MAILBOX_BOOTSTRAP_API_KEY", LocalServer.KEY, "MAILBOX_CATCH_ALL", "caught");
    try (LocalServer server = new LocalServer(directory, settings)) {
      String commands =
          "export MAILBOX_URL="
              + server.address()
              + "\n"
              + Files.readString(program("testing.md", "catch", server));
      Path file = Files.writeString(directory.resolve("catch"), commands);
      assertEquals("482133", run("sh", withLauncher(file)).strip());
    }
  }

  /** The commands, with {@code mailbox} as a function. */
  private Path withLauncher(Path commands) throws IOException {
    String launcher =
        "set -e\nexport XDG_CONFIG_HOME=%s\nmailbox() { '%s' -cp '%s' dev.agentmailbox.server.Main \"$@\"; }\n"
            .formatted(directory, JAVA, System.getProperty("java.class.path"));
    return Files.writeString(commands, launcher + Files.readString(commands));
  }

  @Test
  void what_the_page_on_embedding_quotes_is_what_the_readme_quotes() throws IOException {
    for (String region : List.of("ten-lines", "own-test")) {
      assertEquals(
          source(Path.of("../README.md"), region), source(DOCS.resolve("embedding.md"), region));
    }
  }

  /**
   * The blocks of that name as one file, for this server. The time in a mail gets the fraction of a
   * second: two programs may answer within one second, and the second mail would be a duplicate.
   */
  private Path program(String page, String name, LocalServer server) throws IOException {
    String source =
        // The port of mail first: the address of the server may itself begin like the other one.
        source(page, name)
            .replace("127.0.0.1:2525", "127.0.0.1:" + server.smtpPort())
            .replace("http://localhost:8080", server.address())
            .replace("$(date)", Instant.now().toString());
    return Files.writeString(directory.resolve(name), source);
  }

  private static String source(String page, String name) throws IOException {
    return source(DOCS.resolve(page), name);
  }

  private static String source(Path page, String name) throws IOException {
    StringBuilder source = new StringBuilder();
    Matcher region = REGION.matcher(Files.readString(page));
    while (region.find()) {
      if (region.group(1).equals(name)) {
        source.append(region.group(2));
      }
    }
    assertTrue(source.length() > 0, page + " has no " + name);
    return source.toString();
  }

  private String run(String interpreter, Path program) throws IOException, InterruptedException {
    return run(List.of(interpreter, program.toString()));
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("MAILBOX_API_KEY", LocalServer.KEY);
    Path out = directory.resolve("printed");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), command + " takes too long");
      assertEquals(0, process.exitValue(), () -> command + ": " + read(out));
      return read(out);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void awaitPort(Process receiver, int port) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertTrue(socket.isConnected());
        return;
      } catch (IOException notYet) {
        if (!receiver.isAlive() || System.nanoTime() > deadline) {
          throw notYet;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  private static void assumeRuns(String... command) throws InterruptedException {
    assumeTrue(runs(command), () -> String.join(" ", command) + " does not run here");
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException notThere) {
      return false;
    }
  }
}
