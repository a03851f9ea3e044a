package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import dev.agentmailbox.server.client.ClientCommands;
import dev.agentmailbox.server.config.ConfigReader;
import dev.agentmailbox.webhook.SigningSecret;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands with which people and scripts use a server. */
final class ClientCommandsIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern ID = Pattern.compile("(?:msg|out|apr)_[0-9a-z]+");
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path directory;
  private final Map<String, String> environment = new TreeMap<>();
  private Wiring server;
  private boolean stopped;
  private String url;
  private String out = "";
  private String err = "";

  @BeforeEach
  void start() throws IOException {
    int port = freePort();
    url = "http://localhost:" + port;
    server =
        Wiring.start(
            ConfigReader.read(
                Map.of(
                    "MAILBOX_DATA_DIR",
                    directory.resolve("data").toString(),
                    "MAILBOX_HTTP_PORT",
                    Integer.toString(port),
                    "MAILBOX_BASE_URL",
                    url,
                    "MAILBOX_SMTP_PORT",
                    "0",
                    "MAILBOX_DISK_RESERVE",
                    "0"),
                null));
    environment.put("MAILBOX_URL", url);
    environment.put("MAILBOX_API_KEY", server.newKey().orElseThrow().reveal());
    environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
  }

  @AfterEach
  void stop() {
    if (!stopped) {
      server.close();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private int run(String name, String... arguments) {
    return runWithInput("", name, arguments);
  }

  private int runWithInput(String input, String name, String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    int exitCode = commandLine(input, name, output, errors).execute(arguments);
    out = output.toString();
    err = errors.toString();
    return exitCode;
  }

  private CommandLine commandLine(
      String input, String name, StringWriter output, StringWriter errors) {
    return ClientCommands.find(
            name, environment, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)))
        .orElseThrow()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true));
  }

  private String inbox(String name) {
    assertEquals(0, run("inbox", "create", name), () -> err);
    return out.strip();
  }

  private void send(String from, String to, String subject, String text) {
    assertEquals(
        0,
        run("send", "--inbox", from, "--to", to, "--subject", subject, "--text", text),
        () -> err);
  }

  private String firstId() {
    return ID.matcher(out).results().map(MatchResult::group).findFirst().orElse("");
  }

  @Test
  void an_inbox_is_made_once_and_its_mail_is_listed_read_and_found() throws Exception {
    String desk = inbox("desk");
    assertEquals("desk@agents.localhost", desk);
    assertEquals(desk, inbox("desk"));
    Properties smtp = new Properties();
    smtp.setProperty("mail.smtp.host", "127.0.0.1");
    smtp.setProperty("mail.smtp.port", Integer.toString(server.smtpPort()));
    MimeMessage mail = new MimeMessage(Session.getInstance(smtp));
    mail.setFrom("customer@example.com");
    mail.setRecipients(RecipientType.TO, desk);
    mail.setSubject("Order 7");
    mail.setText("Where is it?");
    Transport.send(mail);
    environment.put("MAILBOX_INBOX", desk);

    assertEquals(0, run("read", "--unread"));
    assertTrue(out.contains("Order 7") && out.contains("*"), out);
    String id = firstId();
    assertEquals(0, run("read", "--json", "--keep-unread", id));
    assertEquals("Where is it?", JSON.readTree(out).get("text").stringValue().strip());
    assertEquals(0, run("read", id));
    assertTrue(out.contains("Subject: Order 7\n") && out.contains("\nWhere is it?"), out);
    assertEquals(0, run("read", "--unread"));
    assertFalse(out.contains("Order 7"), out);
    assertEquals(0, run("search", "order", "7"));
    assertTrue(out.contains(id), out);
    assertEquals(0, run("reply", id, "--text", "It left."), () -> err);
    assertEquals(0, run("read"));
    assertTrue(out.contains("Re: Order 7"), out);

    assertEquals(1, runWithInput("n\n", "inbox", "delete", desk));
    assertEquals(0, run("inbox"));
    assertTrue(out.contains(desk), out);
    assertEquals(0, runWithInput("y\n", "inbox", "delete", desk));
    assertEquals(0, run("inbox", "--json"));
    assertEquals(0, JSON.readTree(out).get("inboxes").size());
  }

  @Test
  void what_mail_says_does_not_reach_the_terminal() {
    String desk = inbox("desk");
    String hostile = "a\u001b]0;title\u0007b\u009b2Jc\u202ed\re";
    send(desk, desk, "Hello", hostile);
    assertEquals(0, run("read"));
    String id = firstId();
    assertEquals(0, run("read", id));
    assertTrue(out.contains("a\uFFFD]0;title\uFFFDb\uFFFD2Jc\uFFFDd"), out);
    assertFalse(Pattern.compile("[\\p{Cntrl}\u202e&&[^\n]]").matcher(out).find(), out);
    assertEquals(0, run("read", "--json", id));
    assertFalse(Pattern.compile("[\\p{Cntrl}\u009b\u202e&&[^\n]]").matcher(out).find(), out);
    assertTrue(JSON.readTree(out).get("text").stringValue().contains("b\u009b2Jc\u202ed"), out);
  }

  @Test
  void a_wait_takes_unread_mail_or_what_comes() throws Exception {
    String desk = inbox("desk");
    send(desk, desk, "Sign in", "Your code is 482133.");
    send(desk, desk, "Other", "Nothing.");
    assertEquals(0, run("wait", "--subject", "sign in", "--code"), () -> err);
    assertEquals("482133", out.strip());
    assertEquals(1, run("wait", "--subject", "sign in", "--seconds", "1"));
    assertTrue(err.contains("no message came within 1 s"), err);

    StringWriter output = new StringWriter();
    Thread waiting =
        new Thread(
            () -> {
              int unused =
                  commandLine("", "wait", output, new StringWriter())
                      .execute("--inbox", desk, "--from", "late@");
            });
    waiting.start();
    String late = inbox("late");
    send(late, desk, "Late", "Here I am.");
    waiting.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertTrue(output.toString().contains("Here I am."), output.toString());
  }

  @Test
  void a_key_sends_once() {
    String desk = inbox("desk");
    String[] mail = {
      "--inbox", desk, "--to", "a@example.com", "--idempotency-key", "k1", "--text", "x"
    };
    assertEquals(0, run("send", mail), () -> err);
    String first = firstId();
    assertEquals(0, run("send", mail), () -> err);
    assertEquals(first, firstId());
    mail[mail.length - 1] = "y";
    assertEquals(1, run("send", mail));
    assertTrue(err.contains("409 idempotency_conflict"), err);
  }

  @Test
  void text_comes_from_standard_input_and_files_are_attached() throws IOException {
    String desk = inbox("desk");
    Path file = Files.writeString(directory.resolve("list.txt"), "one\n");
    assertEquals(
        0,
        runWithInput("From a pipe\n", "send", "--to", desk, "--attach", file.toString()),
        () -> err);
    assertEquals(0, run("wait"), () -> err);
    assertTrue(out.contains("Attached: list.txt (4 bytes)") && out.contains("From a pipe"), out);
  }

  @Test
  void events_are_listed_and_brought_to_a_program_with_a_signature() throws Exception {
    String desk = inbox("desk");
    SigningSecret secret = SigningSecret.generate(new SecureRandom());
    environment.put("MAILBOX_WEBHOOK_SECRET", secret.reveal());
    BlockingQueue<String> received = new ArrayBlockingQueue<>(100);
    environment.put("MAILBOX_WEBHOOK_SECRET", "secret");
    assertEquals(2, run("listen", "--forward", "http://127.0.0.1:1/"));
    environment.put("MAILBOX_WEBHOOK_SECRET", secret.reveal());
    HttpServer program =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    program.createContext(
        "/hook",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          var headers = exchange.getRequestHeaders();
          String signature =
              secret.sign(
                  headers.getFirst("webhook-id"),
                  Long.parseLong(headers.getFirst("webhook-timestamp")),
                  body);
          boolean genuine = signature.equals(headers.getFirst("svix-signature"));
          received.add(genuine ? new String(body, StandardCharsets.UTF_8) : "forged");
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    program.start();
    StringWriter output = new StringWriter();
    String target = "http://127.0.0.1:" + program.getAddress().getPort() + "/hook";
    assertEquals(0, run("events"));
    String cursor = out.substring(out.lastIndexOf("cursor ") + "cursor ".length()).strip();
    Thread listening =
        new Thread(
            () -> {
              int unused =
                  commandLine("", "listen", output, new StringWriter())
                      .execute("--forward", target, "--after", cursor);
            });
    listening.start();
    send(desk, "a@example.com", "Hello", "x");
    String sent = firstId();
    JsonNode event =
        JSON.readTree(
            Objects.requireNonNull(received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "no event"));
    assertEquals("message.sent", event.get("event_type").stringValue());
    assertEquals(sent, event.get("data").get("send_id").stringValue());
    assertEquals(0, run("events", "--json", "--after", cursor));
    assertEquals(event, JSON.readTree(out).get("events").get(0));
    listening.interrupt();
    server.close();
    stopped = true;
    listening.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    program.stop(0);
    assertFalse(listening.isAlive());
    assertTrue(output.toString().contains(sent + " -> 401"), output.toString());
  }

  @Test
  void a_person_signs_in_and_decides() throws Exception {
    String desk = inbox("desk");
    assertEquals(2, run("approve"));
    assertTrue(err.contains("you are not signed in at " + url), err);
    assertEquals(1, runWithInput("000000\n", "sign-in", "owner@localhost"));
    assertTrue(err.contains("401 unauthorized"), err);
    signIn();
    Path session = directory.resolve("config/agent-mailbox/session.properties");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(session)));
    askBeforeFirstContacts(session);

    for (String name : new String[] {"a", "b", "c"}) {
      send(desk, name + "@example.com", "Refund " + name, "As you wish.");
      assertTrue(out.contains("waits for a human"), out);
    }
    assertEquals(0, run("approve"));
    assertTrue(out.contains("a@example.com") && out.contains("Refund c"), out);
    String[] ids = ID.matcher(out).results().map(MatchResult::group).toArray(String[]::new);
    assertEquals(1, runWithInput("\n", "approve", ids[0]));
    assertTrue(out.contains("As you wish.") && out.contains("first_contact"), out);
    assertEquals(0, runWithInput("y\n", "approve", ids[0]));
    assertTrue(out.endsWith(ids[0] + " approved\n"), out);
    assertEquals(0, run("approve", ids[1], "--return", "Name the amount.", "--yes", "--json"));
    assertTrue(JSON.readTree(out).get("returned").booleanValue(), out);
    assertEquals(0, run("approve", ids[2], "--reject", "--note", "No.", "--yes"));
    assertTrue(out.contains(ids[2] + " rejected"), out);
    assertEquals(1, run("approve", ids[2], "--yes"));
    assertTrue(err.contains("409 conflict"), err);

    assertEquals(0, run("sign-in", "--out"));
    assertFalse(Files.exists(session));
    assertEquals(2, run("approve"));
  }

  private void signIn() {
    Logger codes = (Logger) LoggerFactory.getLogger("codes");
    ListAppender<ILoggingEvent> appender =
        new ListAppender<>() {
          @Override
          protected void append(ILoggingEvent event) {
            list.add(event);
          }
        };
    appender.start();
    codes.addAppender(appender);
    try {
      // The code is asked for before it is read, so the input waits for the log.
      CommandLine line =
          ClientCommands.find("sign-in", environment, new CodeFromLog(appender)).orElseThrow();
      assertEquals(0, line.execute("owner@localhost"));
    } finally {
      codes.detachAppender(appender);
    }
  }

  /** Standard input of a person who reads the code from the log. */
  private static final class CodeFromLog extends InputStream {
    private final ListAppender<ILoggingEvent> log;
    private ByteArrayInputStream code = new ByteArrayInputStream(new byte[0]);

    private CodeFromLog(ListAppender<ILoggingEvent> log) {
      this.log = log;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("only in blocks");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (code.available() == 0) {
        code = new ByteArrayInputStream((await() + "\n").getBytes(StandardCharsets.UTF_8));
      }
      return code.read(bytes, offset, length);
    }

    private String await() throws IOException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (System.nanoTime() < deadline) {
        for (ILoggingEvent event : List.copyOf(log.list)) {
          String message = event.getFormattedMessage();
          if (message.startsWith("sign-in code")) {
            return message.substring(message.length() - 6);
          }
        }
        Thread.onSpinWait();
      }
      throw new IOException("no code was logged");
    }
  }

  private void askBeforeFirstContacts(Path session) throws Exception {
    Properties properties = new Properties();
    properties.load(Files.newBufferedReader(session));
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url + "/v0/policy"))
                    .header("Cookie", properties.getProperty("cookie"))
                    .header("Origin", url)
                    .header("Content-Type", "application/json")
                    .method(
                        "PATCH",
                        HttpRequest.BodyPublishers.ofString(
                            "{\"approval_flags\":[\"first_contact\"]}"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
  }

  @Test
  void a_failure_is_a_line_and_a_code() throws Exception {
    assertEquals(2, run("read"));
    assertTrue(err.contains("there is no inbox: mailbox inbox create NAME"), err);
    inbox("first");
    inbox("second");
    assertEquals(2, run("read"));
    assertTrue(err.contains("choose with --inbox ADDRESS or MAILBOX_INBOX"), err);
    environment.put("MAILBOX_INBOX", "first@agents.localhost");
    assertEquals(0, run("read"));
    assertEquals(1, run("send", "--to", "nobody", "--text", "x"));
    assertTrue(err.contains("mailbox send: 400 validation_error:") && err.contains("to[0] "), err);
    assertEquals(2, run("send", "--text", "x"));
    assertEquals(2, run("send", "--to", "a@b.test", "--attach", "/no/such/file", "--text", "x"));
    assertEquals(1, run("read", "msg_none"));
    assertTrue(err.contains("404 not_found"), err);
    assertEquals(2, run("inbox", "--url", "ftp://localhost"));

    String key = environment.remove("MAILBOX_API_KEY");
    environment.put("MAILBOX_API_KEY", "sk_secret\nX: y");
    assertEquals(2, run("inbox"));
    assertFalse(err.contains("sk_secret"), err);
    environment.remove("MAILBOX_API_KEY");
    assertEquals(2, run("inbox"));
    assertTrue(err.contains("there is no API key"), err);
    Path file = directory.resolve("config/agent-mailbox/client.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "api_key=" + key + "\n");
    assertEquals(0, run("inbox"));
    assertEquals(3, run("inbox", "--url", "http://127.0.0.1:" + freePort()));
    assertTrue(err.contains("Is the server running?"), err);

    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] page = "<html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    assertEquals(1, run("inbox", "--url", "http://127.0.0.1:" + other.getAddress().getPort()));
    assertTrue(err.contains("is this the address of a server?"), err);
    other.stop(0);
    assertNotEquals("", key);
  }

  @Test
  void a_shell_completes_the_commands() throws Exception {
    StringWriter script = new StringWriter();
    assertEquals(
        0, new CommandLine(new Main()).setOut(new PrintWriter(script)).execute("completion"));
    Path file = Files.writeString(directory.resolve("completion"), script.toString());
    Process shell =
        new ProcessBuilder(
                "bash",
                "-c",
                "source "
                    + file
                    + "; COMP_WORDS=(mailbox se); COMP_CWORD=1; _complete_mailbox;"
                    + " echo ${COMPREPLY[@]}")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(
        "search send", String.join(" ", new TreeSet<>(List.of(words.strip().split("\\s+")))));
  }
}
