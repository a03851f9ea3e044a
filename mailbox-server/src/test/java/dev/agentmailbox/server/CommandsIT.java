package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.dns.TestDns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What an operator does before mail goes out directly. */
final class CommandsIT {
  private static final Pattern TEXT_RECORD =
      Pattern.compile("(?m)^(\\S+)\\. IN TXT (\"[^\"]*\"|\\( (?:\"[^\"]*\"\\s+)+\\))");
  private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private TestDns dns;

  @BeforeEach
  void start() throws IOException {
    dns = new TestDns();
  }

  @AfterEach
  void stop() {
    dns.close();
  }

  private int run(String command, String... more) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    List<String> lines =
        List.of(
            "mailbox.data.dir=" + directory.resolve("data"),
            "mailbox.domain=a.test,b.test",
            "mailbox.delivery.hello.name=mail.a.test",
            "mailbox.relay.url=mx:?resolver=127.0.0.1:" + dns.address().getPort());
    Files.write(file, lines);
    Files.write(file, List.of(more), java.nio.file.StandardOpenOption.APPEND);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("--config", file.toString(), command);
  }

  @Test
  void what_dkim_keys_prints_is_what_the_doctor_wants() throws IOException {
    assertEquals(1, run("doctor"), out.toString());
    assertTrue(out.toString().contains("missing   DKIM a.test"), out.toString());
    out.getBuffer().setLength(0);

    assertEquals(0, run("dkim-keys"), err.toString());
    String records = out.toString();
    dns.close();
    dns = new TestDns();
    dns.address("mail.a.test", "1.1.1.1").reverse("1.1.1.1", "mail.a.test");
    dns.mx("a.test", 10, "mail.a.test").mx("b.test", 10, "mail.a.test");
    Matcher matcher = TEXT_RECORD.matcher(records);
    while (matcher.find()) {
      String[] strings =
          STRING.matcher(matcher.group(2)).results().map(s -> s.group(1)).toArray(String[]::new);
      dns.text(matcher.group(1), strings);
    }
    out.getBuffer().setLength(0);
    assertEquals(0, run("doctor"), out.toString());
    assertTrue(out.toString().contains("ok        DKIM mailbox-ed25519._domainkey.b.test"));
  }

  @Test
  void keys_are_made_once() throws IOException {
    run("dkim-keys");
    String first = out.toString();
    out.getBuffer().setLength(0);
    run("dkim-keys");
    assertEquals(first, out.toString());
  }

  @Test
  void a_selector_without_keys_is_one_clear_line() throws IOException {
    assertEquals(2, run("doctor", "mailbox.dkim.selector=other"));
    assertEquals(
        "doctor: MAILBOX_DKIM_SELECTOR: there are no keys for this selector; create them with"
            + " dkim-keys",
        err.toString().strip());
  }
}
