package dev.agentmailbox.port.access;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link PasskeyStore}. */
public interface PasskeyStoreContract extends StoreContract {
  @Test
  default void a_passkey_is_found_listed_used_and_removed() {
    Passkey first = passkey("usr_1", 1, 5);
    Passkey second = passkey("usr_1", 2, 4);
    assertTrue(attempt(tx -> tx.passkeys().insert(first)));
    assertTrue(attempt(tx -> tx.passkeys().insert(second)));
    assertTrue(attempt(tx -> tx.passkeys().insert(passkey("usr_2", 3, 1))));
    assertEquals(Optional.of(first), read(tx -> tx.passkeys().findByCredential("credential1")));
    assertEquals(List.of(second, first), read(tx -> tx.passkeys().ofHuman("usr_1")));

    change(tx -> tx.passkeys().used("usr_2", "pky_1", 8, at(8)));
    change(tx -> tx.passkeys().used("usr_1", "pky_1", 9, at(9)));
    assertEquals(
        Optional.of(new Passkey("pky_1", "usr_1", "credential1", "phone", "key", 9, at(5), at(9))),
        read(tx -> tx.passkeys().findByCredential("credential1")));
    assertFalse(attempt(tx -> tx.passkeys().remove("usr_2", "pky_1")));
    assertTrue(attempt(tx -> tx.passkeys().remove("usr_1", "pky_1")));
    assertFalse(attempt(tx -> tx.passkeys().remove("usr_1", "pky_1")));
    assertEquals(List.of(second), read(tx -> tx.passkeys().ofHuman("usr_1")));
  }

  @Test
  default void of_many_who_register_one_credential_exactly_one_does() {
    assertEquals(
        1,
        Race.wins(
            Race.run(
                i ->
                    attempt(
                        tx ->
                            tx.passkeys()
                                .insert(
                                    new Passkey(
                                        "pky_" + i,
                                        "usr_" + i,
                                        "credential",
                                        "phone",
                                        "key",
                                        0,
                                        at(1),
                                        null))))));
  }

  @Test
  default void a_challenge_is_taken_once_for_its_purpose_and_in_time() {
    change(
        tx -> {
          tx.passkeys().putChallenge("a", "sign-in", at(10));
          tx.passkeys().putChallenge("b", "sign-in", at(10));
        });
    assertFalse(attempt(tx -> tx.passkeys().takeChallenge("a", "step-up", at(1))));
    assertFalse(attempt(tx -> tx.passkeys().takeChallenge("a", "sign-in", at(10))));
    assertEquals(
        1,
        Race.wins(
            Race.run(i -> attempt(tx -> tx.passkeys().takeChallenge("a", "sign-in", at(9))))));
    assertTrue(attempt(tx -> tx.passkeys().takeChallenge("b", "sign-in", at(9))));
  }

  @Test
  default void expired_challenges_are_removed_within_the_limit() {
    change(
        tx ->
            IntStream.range(0, 3)
                .forEach(i -> tx.passkeys().putChallenge("c" + i, "sign-in", at(i))));

    assertEquals(1, (int) write(tx -> tx.passkeys().removeExpiredChallenges(at(1), 1)));
    assertEquals(1, (int) write(tx -> tx.passkeys().removeExpiredChallenges(at(1), 10)));
    assertTrue(attempt(tx -> tx.passkeys().takeChallenge("c2", "sign-in", at(1))));
  }

  private static Passkey passkey(String human, int i, int second) {
    return new Passkey("pky_" + i, human, "credential" + i, "phone", "key", 0, at(second), null);
  }
}
