package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.dns.TestDns;
import dev.agentmailbox.server.smtp.RecordingReceiver;
import dev.agentmailbox.server.smtp.SmtpListener;
import dev.agentmailbox.server.smtp.SmtpSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What an operator does before mail goes out directly. */
final class CommandsIT {
  private static final Pattern TEXT_RECORD =
      Pattern.compile("(?m)^(\\S+)\\. IN TXT (\"[^\"]*\"|\\( (?:\"[^\"]*\"\\s+)+\\))");
  private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String helloName = "mail.a.test";
  private TestDns dns;
  private SmtpListener listener;

  @BeforeEach
  void start() throws IOException {
    dns = new TestDns();
    listener =
        SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "mail.a.test"),
            new RecordingReceiver(),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    listener.close();
    dns.close();
  }

  private int run(String command, String... more) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    List<String> lines =
        List.of(
            "mailbox.data.dir=" + directory.resolve("data"),
            "mailbox.domain=a.test,b.test",
            "mailbox.delivery.hello.name=" + helloName,
            "mailbox.smtp.port=" + listener.port(),
            "mailbox.relay.url=mx:?resolver=127.0.0.1:" + dns.address().getPort());
    Files.write(file, lines);
    Files.write(file, List.of(more), java.nio.file.StandardOpenOption.APPEND);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("--config", file.toString(), command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mail.a.test", "a.test"})
  void what_dkim_keys_prints_is_what_the_doctor_wants(String host) throws IOException {
    helloName = host;
    assertEquals(1, run("doctor"), out.toString());
    assertTrue(out.toString().contains("missing   DKIM a.test"), out.toString());
    out.getBuffer().setLength(0);

    assertEquals(0, run("dkim-keys"), err.toString());
    String records = out.toString();
    dns.close();
    dns = new TestDns();
    dns.address(host, "1.1.1.1").reverse("1.1.1.1", host);
    dns.mx("a.test", 10, host).mx("b.test", 10, host);
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
  void the_doctor_asks_the_smtp_port() throws IOException {
    run("doctor");
    String port = "SMTP port " + listener.port();
    assertTrue(out.toString().contains("optional  " + port), out.toString());
    assertTrue(out.toString().contains("optional  STARTTLS"), out.toString());
    listener.close();
    out.getBuffer().setLength(0);
    run("doctor");
    assertTrue(out.toString().contains("missing   " + port), out.toString());
  }

  @Test
  void a_local_domain_has_nothing_to_check() throws IOException {
    String local = "mailbox.domain=agents.localhost\nmailbox.relay.url=capture:";
    assertEquals(0, run("doctor", local), out.toString());
    assertEquals(1, out.toString().lines().count(), out.toString());
    assertTrue(out.toString().startsWith("ok        domain agents.localhost"), out.toString());
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
