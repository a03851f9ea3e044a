package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Invite;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link WaitlistStore} and {@link InviteStore}. */
public interface WaitlistStoreContract extends StoreContract {
  @Test
  default void an_entry_is_found_as_it_was_written() {
    WaitlistAnswers answers =
        new WaitlistAnswers("research", "lt_100", "legal", "own", false, "a note");
    WaitlistEntry entry = new WaitlistEntry("wle_1", "token1", null, answers, at(1), at(9));
    WaitlistEntry brief =
        new WaitlistEntry("wle_2", "token2", "usr_1", WaitlistAnswers.NONE, at(2), null);
    change(
        tx -> {
          tx.waitlist().insert(entry);
          tx.waitlist().insert(brief);
        });

    assertEquals(Optional.of(entry), read(tx -> tx.waitlist().find("wle_1")));
    assertEquals(Optional.of(brief), read(tx -> tx.waitlist().find("wle_2")));
    assertEquals(List.of(brief), read(tx -> tx.waitlist().waiting(ALL)));
  }

  @Test
  default void of_many_who_take_an_entry_exactly_one_gets_it() {
    change(tx -> tx.waitlist().insert(entry(1, null)));
    assertFalse(attempt(tx -> tx.waitlist().take("token1", "usr_late", at(101))));

    assertEquals(
        1,
        Race.wins(Race.run(i -> attempt(tx -> tx.waitlist().take("token1", "usr_" + i, at(5))))));
    assertEquals(1, read(tx -> tx.waitlist().waiting(ALL)).size());
    assertEquals(0, (int) write(tx -> tx.waitlist().removeExpired(at(1_000), 10)));
  }

  @Test
  default void entries_that_nobody_took_are_removed_and_those_of_a_person_together() {
    change(
        tx -> {
          IntStream.range(0, 3).forEach(i -> tx.waitlist().insert(entry(i, null)));
          tx.waitlist().insert(entry(7, "usr_1"));
          tx.waitlist().insert(entry(8, "usr_1"));
          tx.waitlist().insert(entry(9, "usr_2"));
        });

    assertEquals(1, (int) write(tx -> tx.waitlist().removeExpired(at(101), 1)));
    assertEquals(1, (int) write(tx -> tx.waitlist().removeExpired(at(101), 10)));
    change(tx -> tx.waitlist().removeOf("usr_1"));
    assertEquals(
        List.of("wle_9"),
        read(tx -> tx.waitlist().waiting(ALL)).stream().map(WaitlistEntry::id).toList());
    assertTrue(attempt(tx -> tx.waitlist().take("token2", "usr_3", at(5))));
  }

  @Test
  default void who_waits_is_listed_by_the_time_of_asking() {
    change(
        tx ->
            IntStream.range(0, 7)
                .forEach(
                    i ->
                        tx.waitlist()
                            .insert(
                                new WaitlistEntry(
                                    "wle_" + i,
                                    "token" + i,
                                    "usr_" + i,
                                    WaitlistAnswers.NONE,
                                    at(i / 3),
                                    null))));

    PageWalk.assertOrder(
        IntStream.range(0, 7).mapToObj(i -> "wle_" + i).toList(),
        page -> read(tx -> tx.waitlist().waiting(page)),
        entry -> new PagePosition(entry.createdAt(), entry.id()));
  }

  @Test
  default void an_invite_is_found_used_once_and_revoked() {
    Invite invite = invite(1, 1);
    assertTrue(attempt(tx -> tx.invites().insert(invite)));
    assertFalse(attempt(tx -> tx.invites().insert(invite(1, 2))));
    assertEquals(Optional.of(invite), read(tx -> tx.invites().find("inv_1")));
    assertEquals(Optional.of(invite), read(tx -> tx.invites().findByHash("hash1")));
    assertFalse(attempt(tx -> tx.invites().use("inv_1", at(101))));

    assertEquals(1, Race.wins(Race.run(i -> attempt(tx -> tx.invites().use("inv_1", at(5))))));
    change(tx -> tx.invites().revoke("inv_1", at(6)));
    assertEquals(
        Optional.of("used"),
        read(tx -> tx.invites().find("inv_1")).map(found -> found.status(at(7)).wireName()));

    change(tx -> tx.invites().insert(invite(2, 2)));
    change(tx -> tx.invites().revoke("inv_2", at(3)));
    assertFalse(attempt(tx -> tx.invites().use("inv_2", at(4))));
  }

  @Test
  default void invites_are_listed_by_creation() {
    change(tx -> IntStream.range(0, 7).forEach(i -> tx.invites().insert(invite(i, i / 3))));

    PageWalk.assertOrder(
        IntStream.range(0, 7).mapToObj(i -> "inv_" + i).toList(),
        page -> read(tx -> tx.invites().list(page)),
        invite -> new PagePosition(invite.createdAt(), invite.id()));
  }

  private static WaitlistEntry entry(int i, @Nullable String userId) {
    return new WaitlistEntry(
        "wle_" + i,
        "token" + i,
        userId,
        WaitlistAnswers.NONE,
        at(i),
        userId == null ? at(i + 100) : null);
  }

  private static Invite invite(int i, int second) {
    return new Invite(
        "inv_" + i,
        "guest@example.com",
        "hash" + i,
        "usr_1",
        at(second),
        at(second + 100),
        null,
        null);
  }
}
