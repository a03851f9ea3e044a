package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code demo} as somebody who has never seen the product runs it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DemoIT {
  private static final Pattern LINK = Pattern.compile("http\\S+/console/sign-in/link\\S+");
  private static final Pattern COMMAND =
      Pattern.compile(" {2}printf .*\\n.*curl .*--upload-file -\\n");
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir Path directory;

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private String cookie = "";
  private String base = "";

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private List<String> pending(String member) throws IOException, InterruptedException {
    JsonNode list = JSON.readTree(get("/v0/approvals?status=pending").body()).get("approvals");
    return list.valueStream().map(one -> one.get(member).toString()).toList();
  }

  private static String awaited(Path file, Predicate<String> done) throws IOException {
    String text = "";
    while (!done.test(text)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      text = Files.readString(file);
    }
    return text;
  }

  @Test
  void it_fills_a_server_answers_what_you_write_and_leaves_nothing() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path printed = directory.resolve("printed");
    Process demo =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.agentmailbox.server.Main",
                "demo",
                "--no-browser",
                "--port",
                "0")
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      String text = awaited(printed, so -> COMMAND.matcher(so).find() || !demo.isAlive());
      Matcher link = LINK.matcher(text);
      assertTrue(link.find(), text);
      base = link.group().substring(0, link.group().indexOf("/v0/"));
      cookie =
          http.send(
                  HttpRequest.newBuilder(URI.create(link.group())).build(),
                  HttpResponse.BodyHandlers.discarding())
              .headers()
              .firstValue("set-cookie")
              .orElseThrow()
              .split(";", 2)[0];
      assertEquals(7, pending("approval_id").size());
      assertEquals(
          List.of(
              "first_contact",
              "has_attachments",
              "has_links",
              "html_unfaithful",
              "link_from_mail",
              "many_recipients",
              "recipient_from_mail"),
          pending("flags").stream()
              .flatMap(flags -> JSON.readTree(flags).valueStream())
              .map(JsonNode::stringValue)
              .distinct()
              .sorted()
              .toList());
      JsonNode inboxes = JSON.readTree(get("/v0/inboxes").body());
      assertEquals(3, inboxes.get("count").intValue());

      Matcher command = COMMAND.matcher(text);
      assertTrue(command.find(), text);
      assertEquals(0, new ProcessBuilder("sh", "-c", command.group()).start().waitFor());
      while (pending("approval_id").size() < 8) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    } finally {
      demo.destroy();
      demo.waitFor();
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.filter(path -> path.toString().contains("demo")).toList());
    }
  }
}
