package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.port.IdempotencyStore.Answer;
import dev.agentmailbox.port.IdempotencyStore.Claim;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The promises of {@link IdempotencyStore}. */
public interface IdempotencyStoreContract extends StoreContract {
  /** How long the slow holder of a key takes: far longer than a claim waits. */
  long SLOW_NANOS = 600_000_000L;

  /** A request that has no response yet. */
  IdempotencyStore.Entry BODY = unanswered("body");

  private static IdempotencyStore.Entry unanswered(String bodyHash) {
    return new IdempotencyStore.Entry(bodyHash, Optional.empty());
  }

  private static IdempotencyStore.Key key(String text) {
    return new IdempotencyStore.Key("org_a", text);
  }

  private Claim claim(String key, String bodyHash, long second) {
    return claim(key(key), bodyHash, second);
  }

  private Claim claim(IdempotencyStore.Key key, String bodyHash, long second) {
    return write(
        tx -> tx.idempotency().claim(key, unanswered(bodyHash), at(second), at(second + 100)));
  }

  private Optional<IdempotencyStore.Entry> find(String key, long second) {
    return read(tx -> tx.idempotency().find(key(key), at(second)));
  }

  @Test
  default void a_claimed_key_is_known_with_its_body() {
    assertEquals(Optional.empty(), find("key", 1));
    assertEquals(Claim.CLAIMED, claim("key", "body", 1));

    assertEquals(Optional.of(BODY), find("key", 2));
    assertEquals(Claim.TAKEN, claim("key", "body", 2));
    assertEquals(Claim.TAKEN, claim("key", "other body", 2));
    assertEquals(Optional.of("body"), find("key", 2).map(IdempotencyStore.Entry::bodyHash));
    assertEquals(Claim.CLAIMED, claim("other key", "body", 2));
  }

  @Test
  default void a_key_claimed_twice_in_one_transaction_is_taken_the_second_time() {
    change(
        tx -> {
          assertEquals(Claim.CLAIMED, tx.idempotency().claim(key("key"), BODY, at(1), at(100)));
          assertEquals(Claim.TAKEN, tx.idempotency().claim(key("key"), BODY, at(1), at(100)));
          assertEquals(1, tx.idempotency().find(key("key"), at(1)).stream().count());
        });
  }

  @Test
  default void an_answer_is_kept_with_its_key() {
    Answer answer = new Answer(202, "{\"text\":\"ä\\n\"}" + " ".repeat(100_000));
    change(
        tx -> {
          tx.idempotency().claim(key("key"), BODY, at(1), at(100));
          tx.idempotency().answer(key("key"), answer, at(100));
        });
    assertEquals(
        Optional.of(new IdempotencyStore.Entry("body", Optional.of(answer))), find("key", 2));

    Answer later = new Answer(200, "{}");
    change(tx -> tx.idempotency().answer(key("key"), later, at(100)));
    assertEquals(Optional.of(later), find("key", 2).flatMap(IdempotencyStore.Entry::answer));
  }

  @Test
  default void a_key_can_be_claimed_with_its_answer() {
    IdempotencyStore.Entry first = new IdempotencyStore.Entry("body", answered("first"));
    IdempotencyStore.Entry second = new IdempotencyStore.Entry("other body", answered("second"));
    assertEquals(
        Claim.CLAIMED, write(tx -> tx.idempotency().claim(key("key"), first, at(1), at(100))));
    assertEquals(
        Claim.TAKEN, write(tx -> tx.idempotency().claim(key("key"), second, at(2), at(100))));
    assertEquals(Optional.of(first), find("key", 99));
    assertEquals(
        Claim.CLAIMED, write(tx -> tx.idempotency().claim(key("key"), second, at(100), at(200))));
    assertEquals(Optional.of(second), find("key", 199));
  }

  private static Optional<Answer> answered(String body) {
    return Optional.of(new Answer(200, body));
  }

  @Test
  default void organizations_have_keys_of_their_own() {
    IdempotencyStore.Key other = new IdempotencyStore.Key("org_b", "key");
    claim("key", "body", 1);
    assertEquals(Claim.CLAIMED, claim(other, "other body", 1));
    change(tx -> tx.idempotency().answer(other, new Answer(200, "{}"), at(101)));
    assertEquals(Optional.of(BODY), find("key", 2));
    assertEquals(2, removeExpired(101, 10));
  }

  @Test
  default void a_rolled_back_claim_leaves_the_key_new() {
    Failure.during(
        this,
        tx -> {
          tx.idempotency().claim(key("key"), BODY, at(1), at(100));
          tx.idempotency().answer(key("key"), new Answer(200, "{}"), at(100));
        });

    assertEquals(Optional.empty(), find("key", 1));
    assertEquals(Claim.CLAIMED, claim("key", "other body", 1));
  }

  @Test
  default void an_expired_key_is_new_again_before_it_is_removed() {
    claim("key", "body", 0);
    change(tx -> tx.idempotency().answer(key("key"), new Answer(200, "{}"), at(100)));

    assertEquals(1, find("key", 99).stream().count());
    assertEquals(Optional.empty(), find("key", 100));
    assertEquals(Claim.CLAIMED, claim("key", "other body", 100));
    assertEquals(Optional.of(unanswered("other body")), find("key", 101));
  }

  @Test
  default void expired_keys_are_removed_within_the_limit() {
    for (int i = 0; i < 5; i++) {
      claim("key" + i, "body", i);
    }

    assertEquals(0, removeExpired(99, 10));
    assertEquals(2, removeExpired(103, 2));
    assertEquals(2, removeExpired(103, 10));
    assertEquals(0, removeExpired(103, 10));
    assertEquals(1, find("key4", 50).stream().count());
  }

  @Test
  default void a_key_is_kept_until_another_time() {
    claim("key", "body", 1);
    Answer answer = new Answer(202, "snd_1");
    change(tx -> tx.idempotency().answer(key("key"), answer, at(10_000)));
    change(tx -> tx.idempotency().answer(key("unknown"), answer, at(10_000)));
    assertEquals(Optional.of(answer), find("key", 2).flatMap(IdempotencyStore.Entry::answer));
    assertEquals(0, removeExpired(9_999, 10));
    assertEquals(Optional.of("body"), find("key", 9_999).map(IdempotencyStore.Entry::bodyHash));
    assertEquals(Optional.empty(), find("unknown", 2));
    assertEquals(1, removeExpired(10_000, 10));
    assertEquals(Optional.empty(), find("key", 10_000));
  }

  private int removeExpired(long second, int limit) {
    return write(tx -> tx.idempotency().removeExpired(at(second), limit));
  }

  @Test
  default void of_many_claims_at_once_exactly_one_wins() {
    List<Claim> claims = Race.run(i -> claim("key", "body" + i, 1));

    assertEquals(1, claims.stream().filter(Claim.CLAIMED::equals).count());
    int winner = claims.indexOf(Claim.CLAIMED);
    assertEquals(
        Optional.of("body" + winner), find("key", 2).map(IdempotencyStore.Entry::bodyHash));
  }

  @Test
  default void of_many_keyed_transactions_at_once_one_does_the_work() {
    List<Boolean> worked =
        Race.run(
            i -> {
              Claim claim = Claim.RUNNING;
              boolean did = false;
              while (claim == Claim.RUNNING) {
                claim =
                    write(
                        tx -> {
                          Claim got = tx.idempotency().claim(key("key"), BODY, at(1), at(100));
                          if (got == Claim.CLAIMED) {
                            String before = tx.settings().get("runs").orElse("");
                            tx.settings().put("runs", before + "x");
                          }
                          return got;
                        });
                did = claim == Claim.CLAIMED;
              }
              return did;
            });

    assertEquals(1, Race.wins(worked));
    assertEquals(Optional.of("x"), read(tx -> tx.settings().get("runs")));
  }

  @Test
  default void while_a_slow_transaction_holds_a_key_nobody_else_gets_it() {
    List<Claim> claims =
        Race.run(
            2,
            racer ->
                write(
                    tx -> {
                      Claim got = tx.idempotency().claim(key("key"), BODY, at(1), at(100));
                      if (got == Claim.CLAIMED) {
                        LockSupport.parkNanos(SLOW_NANOS);
                      }
                      return got;
                    }));

    assertEquals(1, claims.stream().filter(Claim.CLAIMED::equals).count());
  }
}
