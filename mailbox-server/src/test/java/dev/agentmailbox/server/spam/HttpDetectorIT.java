package dev.agentmailbox.server.spam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpDetectorIT {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  @AutoClose private EngineStub stub;

  @BeforeEach
  void start() throws IOException {
    stub = new EngineStub();
  }

  private URI url() {
    return URI.create(stub.url() + "/checkv2");
  }

  private HttpDetector detector(boolean suspectsOnFailure, Duration limit) {
    return new HttpDetector(url(), suspectsOnFailure, clock, limit);
  }

  @Test
  void the_text_is_posted_and_flagged_is_the_answer() {
    HttpDetector detector = detector(false, LIMIT);
    stub.answer = "{\"flagged\": true, \"score\": 0.9}";
    assertTrue(detector.suspects("Say \"yes\""));
    stub.answer = "{\"flagged\": false}";
    assertFalse(detector.suspects("Hello"));
    assertEquals(List.of("{\"text\":\"Say \\\"yes\\\"\"}", "{\"text\":\"Hello\"}"), stub.messages);
    assertTrue(
        stub.envelopes.get(0).getFirst("Content-type").startsWith("application/json"),
        stub.envelopes.get(0).toString());
  }

  @Test
  void an_answer_that_makes_no_sense_counts_as_the_setting_says() {
    for (String answer : List.of("", "<html>", "{}", "{\"flagged\": \"yes\"}", "[[[[", "null")) {
      stub.answer = answer;
      assertTrue(detector(true, LIMIT).suspects("x"), answer);
      assertFalse(detector(false, LIMIT).suspects("x"), answer);
    }
    stub.answer = "{\"flagged\": false}";
    stub.status = 500;
    assertTrue(detector(true, LIMIT).suspects("x"));
    stub.answer = "{\"flagged\": true, \"a\": \"" + "x".repeat(100_000) + "\"}";
    stub.status = 200;
    assertFalse(detector(false, LIMIT).suspects("x"), "over the limit of answers");
  }

  @Test
  void one_that_does_not_answer_is_given_up_and_left_alone_for_a_while()
      throws InterruptedException {
    stub.silent = true;
    HttpDetector detector = detector(true, Duration.ofMillis(500));
    assertTrue(detector.suspects("x"));
    assertTrue(stub.awaitQuestion());
    assertTrue(detector.suspects("x"));
    assertEquals(0, stub.questions());
    clock.advance(HttpDetector.REST);
    assertTrue(detector.suspects("x"));
    assertTrue(stub.awaitQuestion());
  }

  @Test
  void one_that_is_not_there_counts_as_the_setting_says() {
    URI nobody = url();
    stub.close();
    assertTrue(new HttpDetector(nobody, true, clock, LIMIT).suspects("x"));
    assertFalse(new HttpDetector(nobody, false, clock, LIMIT).suspects("x"));
  }
}
