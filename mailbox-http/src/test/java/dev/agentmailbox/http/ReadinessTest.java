package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReadinessTest {
  private static final int PATIENCE_SECONDS = 10;

  private static boolean answer(Readiness readiness) throws Exception {
    return readiness.ask().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void many_questions_at_once_are_one_question_to_the_store() throws Exception {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Readiness readiness =
        new Readiness(
            () -> {
              asked.incrementAndGet();
              try {
                return mayAnswer.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                return false;
              }
            },
            Duration.ofSeconds(PATIENCE_SECONDS));
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(readiness.ask().toCompletableFuture());
    }
    mayAnswer.countDown();
    for (CompletableFuture<Boolean> answer : answers) {
      assertTrue(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
    assertEquals(1, asked.get());
  }

  @Test
  void a_store_that_fails_or_hangs_is_away() throws Exception {
    assertFalse(
        answer(
            new Readiness(
                () -> {
                  throw new IllegalStateException("no connection");
                },
                Duration.ofSeconds(PATIENCE_SECONDS))));
    CompletableFuture<Boolean> late = new CompletableFuture<>();
    Readiness hanging = new Readiness(late::join, Duration.ofMillis(1));
    assertFalse(answer(hanging));
    assertSame(hanging.ask(), hanging.ask(), "one answer for all questions while it hangs");
    late.complete(true);
  }

  @Test
  void a_store_that_fails_with_an_error_is_away() throws Exception {
    assertFalse(
        answer(
            new Readiness(
                () -> {
                  throw new AssertionError("as a class that cannot be loaded");
                },
                Duration.ofDays(1))));
  }
}
