package dev.agentmailbox.port.access;

import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.RateLimitStore;
import dev.agentmailbox.port.StoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link SessionStore}, {@link SignInCodeStore} and {@link RateLimitStore}. */
public interface SessionStoreContract extends StoreContract {
  @Test
  default void all_sessions_of_a_sign_in_act_where_their_human_chose() {
    change(
        tx -> {
          tx.sessions().insert(session("hash1", "sign-in", "usr_1", 1));
          tx.sessions().insert(session("hash2", "sign-in", "usr_1", 2));
          tx.sessions().insert(session("hash3", "other", "usr_1", 3));
        });

    change(tx -> tx.sessions().choose("sign-in", "org_b"));
    assertEquals(List.of("org_b", "org_b", "org_a"), organizations());
    change(tx -> tx.sessions().choose("sign-in", null));
    assertEquals(List.of("none", "none", "org_a"), organizations());
  }

  private List<String> organizations() {
    return Stream.of("hash1", "hash2", "hash3")
        .map(hash -> read(tx -> tx.sessions().find(hash)).orElseThrow())
        .map(session -> Optional.ofNullable(session.organizationId()).orElse("none"))
        .toList();
  }

  @Test
  default void a_session_is_found_as_it_was_written_and_changed() {
    Session session = new Session("hash", "sign-in", "usr_1", null, at(1), at(2), at(3));
    change(tx -> tx.sessions().insert(session));
    assertEquals(Optional.of(session), read(tx -> tx.sessions().find("hash")));
    assertEquals(Optional.empty(), read(tx -> tx.sessions().find("other")));

    change(tx -> tx.sessions().touch("hash", at(5)));
    change(tx -> tx.sessions().setVerifiedUntil("hash", at(6)));
    change(tx -> tx.sessions().touch("other", at(5)));
    assertEquals(
        Optional.of(new Session("hash", "sign-in", "usr_1", null, at(1), at(5), at(6))),
        read(tx -> tx.sessions().find("hash")));
  }

  @Test
  default void the_sessions_of_a_sign_in_and_of_a_human_end_together() {
    change(
        tx -> {
          tx.sessions().insert(session("a", "first", "usr_1", 0));
          tx.sessions().insert(session("b", "first", "usr_1", 0));
          tx.sessions().insert(session("c", "second", "usr_1", 0));
          tx.sessions().insert(session("d", "third", "usr_2", 0));
        });

    change(tx -> tx.sessions().endSignIn("first"));
    assertEquals(List.of("c", "d"), known("a", "b", "c", "d"));
    change(tx -> tx.sessions().endAll("usr_1"));
    assertEquals(List.of("d"), known("a", "b", "c", "d"));
  }

  @Test
  default void idle_sessions_are_removed_within_the_limit() {
    change(
        tx ->
            IntStream.range(0, 5)
                .forEach(i -> tx.sessions().insert(session("s" + i, "s" + i, "usr_1", i))));
    change(tx -> tx.sessions().touch("s0", at(9)));

    assertEquals(2, removeIdle(4, 2));
    assertEquals(List.of("s0", "s3", "s4"), known("s0", "s1", "s2", "s3", "s4"));
    assertEquals(1, removeIdle(3, 10));
    assertEquals(List.of("s0", "s4"), known("s0", "s3", "s4"));
  }

  @Test
  default void a_code_can_be_tried_three_times_until_it_expires() {
    change(tx -> tx.codes().put(code("subject", "hash", "usr_1")));
    for (int i = 1; i <= SignInCode.MAX_ATTEMPTS; i++) {
      assertEquals(Optional.of(new SignInCode("subject", "hash", "usr_1", i, at(10))), tryCode(9));
    }
    assertEquals(Optional.empty(), tryCode(9));

    change(tx -> tx.codes().put(code("subject", "other", null)));
    assertEquals(Optional.empty(), tryCode(10));
    assertEquals(Optional.of(new SignInCode("subject", "other", null, 1, at(10))), tryCode(9));
    change(tx -> tx.codes().remove("subject"));
    assertEquals(Optional.empty(), tryCode(9));
  }

  @Test
  default void of_many_tries_at_once_three_are_compared() {
    change(tx -> tx.codes().put(code("subject", "hash", "usr_1")));

    assertEquals(
        SignInCode.MAX_ATTEMPTS,
        Race.wins(Race.run(i -> attempt(tx -> tx.codes().attempt("subject", START).isPresent()))));
  }

  @Test
  default void expired_codes_are_removed_within_the_limit() {
    change(
        tx ->
            IntStream.range(0, 3)
                .forEach(
                    i -> tx.codes().put(new SignInCode("subject" + i, "hash", null, 0, at(i)))));

    assertEquals(1, removeCodes(1));
    assertEquals(1, removeCodes(10));
    assertTrue(attempt(tx -> tx.codes().attempt("subject2", START).isPresent()));
  }

  @Test
  default void moments_are_kept_in_order_until_they_expire() {
    assertEquals(List.of(), lock("name", 0));
    change(
        tx -> {
          tx.rateLimits().lock("name", START);
          tx.rateLimits().put("name", List.of(at(1), at(2)), at(10));
        });
    assertEquals(List.of(at(1), at(2)), lock("name", 9));
    assertEquals(List.of(), lock("other", 9));
    assertEquals(List.of(), lock("name", 10));
    change(
        tx -> {
          tx.rateLimits().lock("name", at(10));
          tx.rateLimits().put("name", List.of(at(10)), at(20));
        });
    assertEquals(List.of(at(10)), lock("name", 11));
    removeMoments(9);
    assertEquals(List.of(at(10)), lock("name", 11));
    removeMoments(20);
    assertEquals(List.of(), lock("name", 11));
  }

  @Test
  default void moments_noted_at_once_are_all_there() {
    Race.run(
        i -> {
          change(
              tx -> {
                List<Instant> before = tx.rateLimits().lock("name", START);
                tx.rateLimits()
                    .put("name", Stream.concat(before.stream(), Stream.of(at(i))).toList(), at(99));
              });
          return true;
        });

    assertEquals(Race.THREADS, lock("name", 0).size());
  }

  private int removeCodes(int limit) {
    return write(tx -> tx.codes().removeExpired(at(1), limit));
  }

  private void removeMoments(long second) {
    change(tx -> tx.rateLimits().removeExpired(at(second), 10));
  }

  private List<Instant> lock(String name, long second) {
    return write(tx -> tx.rateLimits().lock(name, at(second)));
  }

  private Optional<SignInCode> tryCode(long second) {
    return write(tx -> tx.codes().attempt("subject", at(second)));
  }

  private int removeIdle(long second, int limit) {
    return write(tx -> tx.sessions().removeIdle(at(second), limit));
  }

  private List<String> known(String... hashes) {
    return Stream.of(hashes)
        .filter(hash -> holds(tx -> tx.sessions().find(hash).isPresent()))
        .toList();
  }

  private static Session session(String hash, String signIn, String human, long usedAt) {
    return new Session(hash, signIn, human, "org_a", START, at(usedAt), START);
  }

  private static SignInCode code(String subject, String hash, @Nullable String userId) {
    return new SignInCode(subject, hash, userId, 0, at(10));
  }
}
