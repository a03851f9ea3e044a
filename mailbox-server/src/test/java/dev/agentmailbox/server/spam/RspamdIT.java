package dev.agentmailbox.server.spam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.SpamEngine.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class RspamdIT {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final String PLAIN =
      """
      From: Ann <ann@example.org>
      To: ada@agents.test
      Subject: Noon
      Date: Sun, 1 Mar 2026 12:00:00 +0000
      Message-ID: <1@example.org>

      See you at noon.
      """
          .replace("\n", "\r\n");
  private static final String GTUBE =
      PLAIN + "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-" + "UBE-TEST-EMAIL*C.34X\r\n";

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  @AutoClose private EngineStub stub;

  @BeforeEach
  void start() throws IOException {
    stub = new EngineStub();
  }

  static boolean isInstalled() {
    return RspamdProcess.isInstalled();
  }

  private Verdict judge(String message) {
    return new Rspamd(stub.url(), clock, LIMIT).judge(mail(message));
  }

  private static Screening.Mail mail(String message) {
    RawMessage raw = RawMessage.of(message.getBytes(StandardCharsets.ISO_8859_1));
    Envelope envelope =
        new Envelope(
            "ann@example.org",
            List.of("ada@agents.test", "gr\u00fc\u00dfe@agents.test"),
            "mx.example.org",
            "192.0.2.7",
            false);
    try (OpenMessage opened = new MimeReader().open(raw)) {
      return new Screening.Mail(
          envelope, opened.parsed(), opened, SenderAuthentication.Evidence.NOT_CHECKED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_message_goes_as_it_came_with_its_envelope() {
    stub.answer = "{\"action\":\"no action\"}";
    assertEquals(Verdict.CLEAN, judge(PLAIN));
    assertEquals(List.of(PLAIN), stub.messages);
    assertEquals("ann@example.org", stub.envelopes.get(0).getFirst("From"));
    assertEquals(List.of("ada@agents.test"), stub.envelopes.get(0).get("Rcpt"));
    assertEquals("mx.example.org", stub.envelopes.get(0).getFirst("Helo"));
    assertEquals("192.0.2.7", stub.envelopes.get(0).getFirst("IP"));
  }

  @Test
  void the_action_it_recommends_is_the_verdict() {
    Map<String, Verdict> verdicts =
        Map.of(
            "reject", Verdict.SPAM,
            "add header", Verdict.SPAM,
            "rewrite subject", Verdict.SPAM,
            "greylist", Verdict.CLEAN,
            "no action", Verdict.CLEAN,
            "soft reject", Verdict.UNKNOWN);
    verdicts.forEach(
        (action, verdict) -> {
          stub.answer = "{\"score\": 1.5, \"action\": \"" + action + "\", \"symbols\": {}}";
          assertEquals(verdict, judge(PLAIN), action);
        });
  }

  @Test
  void an_answer_that_makes_no_sense_is_no_verdict() {
    for (String answer : List.of("", "<html>", "{}", "{\"action\": \"dance\"}", "[[[[")) {
      stub.answer = answer;
      assertEquals(Verdict.UNKNOWN, judge(PLAIN), answer);
    }
    stub.answer = "{\"action\":\"reject\"}";
    stub.status = 500;
    assertEquals(Verdict.UNKNOWN, judge(PLAIN));
  }

  @Test
  void one_that_does_not_answer_is_given_up_and_left_alone_for_a_while()
      throws InterruptedException {
    stub.silent = true;
    Rspamd engine = new Rspamd(stub.url(), clock, Duration.ofMillis(500));
    assertEquals(Verdict.UNKNOWN, engine.judge(mail(GTUBE)));
    assertTrue(stub.awaitQuestion());
    assertEquals(Verdict.UNKNOWN, engine.judge(mail(GTUBE)));
    clock.advance(Rspamd.REST);
    assertEquals(Verdict.UNKNOWN, engine.judge(mail(GTUBE)));
    assertTrue(stub.awaitQuestion());
    assertEquals(0, stub.questions());
  }

  @Test
  void one_that_is_not_there_is_no_verdict() {
    URI nobody = stub.url();
    stub.close();
    assertEquals(Verdict.UNKNOWN, new Rspamd(nobody, clock, LIMIT).judge(mail(GTUBE)));
  }

  @Test
  @EnabledIf("isInstalled")
  void the_real_one_tells_the_test_of_spam_filters_from_a_letter(@TempDir Path directory)
      throws Exception {
    try (RspamdProcess real = RspamdProcess.start(directory)) {
      Rspamd engine = new Rspamd(real.url(), clock, LIMIT);
      assertEquals(Verdict.SPAM, engine.judge(mail(GTUBE)));
      assertEquals(Verdict.CLEAN, engine.judge(mail(PLAIN)));
    }
  }
}
