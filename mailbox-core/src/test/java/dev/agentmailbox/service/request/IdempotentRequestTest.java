package dev.agentmailbox.service.request;

import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.IdempotencyStore.Answer;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A keyed request is done once; what a repeat, another body and a refusal do. */
class IdempotentRequestTest {
  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  private final MailboxContext context =
      new MailboxContext(new InMemoryStore(), new IdFactory(clock), clock, MailboxSettings.DEFAULT);
  private final IdempotencyRunner runner = new IdempotencyRunner(context);

  private static IdempotentRequest<String> keyed(String key, String bodyHash) {
    return IdempotentRequest.keyed(
        "org", key, bodyHash, result -> new Answer(201, "answered " + result));
  }

  /** Counts its runs in the store, so that a rolled back run does not count. */
  private String create(IdempotentRequest<String> once) {
    return runner.write(once, tx -> run(once, tx));
  }

  private String run(IdempotentRequest<String> once, StoreTransaction tx) {
    once.replay(tx, context.now());
    once.claim(tx, context.now());
    return once.finish(tx, String.valueOf(countRun(tx)));
  }

  private static int countRun(StoreTransaction tx) {
    int runs = Integer.parseInt(tx.settings().get("runs").orElse("0")) + 1;
    tx.settings().put("runs", String.valueOf(runs));
    return runs;
  }

  private int runs() {
    return context.read(tx -> Integer.parseInt(tx.settings().get("runs").orElse("0")));
  }

  private String refuse(IdempotentRequest<String> once, ErrorCode code) {
    return runner.write(
        once,
        tx -> {
          once.replay(tx, context.now());
          once.claim(tx, context.now());
          countRun(tx);
          throw MailboxException.of(code, "refused by the test");
        });
  }

  private void assertConflict(IdempotentRequest<String> once) {
    MailboxException refusal = refused(() -> create(once));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refusal.code());
  }

  @Test
  void a_request_without_a_key_is_done_each_time() {
    assertEquals("1", create(IdempotentRequest.unkeyed()));
    assertEquals("2", create(IdempotentRequest.unkeyed()));
  }

  @Test
  void a_repeat_is_answered_with_the_first_answer_and_does_nothing() {
    assertEquals("1", create(keyed("key", "body")));
    IdempotentRequest.Replay replay =
        assertThrows(IdempotentRequest.Replay.class, () -> create(keyed("key", "body")));

    assertEquals(new Answer(201, "answered 1"), replay.answer());
    assertEquals(1, runs());
  }

  @Test
  void another_body_is_a_conflict() {
    create(keyed("key", "body"));
    assertConflict(keyed("key", "other body"));

    assertEquals(1, runs());
    assertThrows(
        IdempotentRequest.Replay.class,
        () -> create(keyed("key", "body")),
        "the first stays known");
  }

  @Test
  void another_key_is_another_request() {
    create(keyed("key", "body"));

    assertEquals("2", create(keyed("other key", "body")));
  }

  @Test
  void a_refusal_after_the_claim_keeps_the_key_for_its_body() {
    refused(() -> refuse(keyed("key", "body"), ErrorCode.DAILY_LIMIT_EXCEEDED));
    assertEquals(0, runs(), "the refused work was rolled back");

    assertConflict(keyed("key", "other body"));
    assertEquals("1", create(keyed("key", "body")), "the same body is tried afresh");
    assertThrows(IdempotentRequest.Replay.class, () -> create(keyed("key", "body")));
  }

  @Test
  void a_refusal_comes_out_as_it_was_thrown() {
    MailboxException refusal =
        refused(() -> refuse(keyed("key", "body"), ErrorCode.DAILY_LIMIT_EXCEEDED));
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refusal.code());
  }

  @Test
  void a_refusal_before_the_claim_leaves_the_key_free() {
    IdempotentRequest<String> once = keyed("key", "body");
    refused(
        () ->
            runner.write(
                once,
                tx -> {
                  once.replay(tx, context.now());
                  throw MailboxException.notFound("inbox");
                }));

    assertEquals("1", create(keyed("key", "other body")));
  }

  @Test
  void a_suspended_organization_leaves_the_key_free() {
    refused(() -> refuse(keyed("key", "body"), ErrorCode.ACCOUNT_SUSPENDED));

    assertEquals("1", create(keyed("key", "other body")));
  }

  @Test
  void an_accepted_request_is_recognised_before_it_is_refused() {
    create(keyed("key", "body"));

    assertThrows(
        IdempotentRequest.Replay.class,
        () -> refuse(keyed("key", "body"), ErrorCode.DAILY_LIMIT_EXCEEDED));
  }

  @Test
  void a_mistake_of_ours_leaves_the_key_free() {
    IdempotentRequest<String> once = keyed("key", "body");
    assertThrows(
        IllegalStateException.class,
        () ->
            runner.write(
                once,
                tx -> {
                  once.claim(tx, context.now());
                  throw new IllegalStateException("chosen by the test");
                }));

    assertEquals("1", create(keyed("key", "other body")));
  }

  @Test
  void a_key_is_forgotten_after_seven_days() {
    create(keyed("key", "body"));
    clock.advance(IdempotentRequest.KEPT.minus(Duration.ofMillis(1)));
    assertThrows(IdempotentRequest.Replay.class, () -> create(keyed("key", "body")));

    clock.advance(Duration.ofMillis(1));
    assertEquals("2", create(keyed("key", "other body")));
  }

  @Test
  void a_conflict_can_be_asked_for_without_an_exception() {
    create(keyed("key", "body"));
    IdempotentRequest<String> other = keyed("key", "other body");

    assertEquals(false, context.write(tx -> other.tryClaim(tx, context.now())));
    assertEquals(
        true, context.write(tx -> IdempotentRequest.unkeyed().tryClaim(tx, context.now())));
  }

  @Test
  void an_answer_says_nothing_of_its_body() {
    assertEquals("Answer[201]", new Answer(201, "secret").toString());
  }
}
