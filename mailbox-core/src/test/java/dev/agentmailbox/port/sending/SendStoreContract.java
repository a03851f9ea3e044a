package dev.agentmailbox.port.sending;

import static dev.agentmailbox.port.SendFixture.send;
import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.RecipientState;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendFindings;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.SendOrigin;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.sending.SendState;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.sending.SendTimes;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link SendStore} but claiming; {@link OutboxContract} has that. */
public interface SendStoreContract extends StoreContract {
  @Test
  default void a_send_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Send full =
        new Send(
            "out_1",
            ONE,
            new SendOrigin(SendKind.REPLY_ALL, "drf_1", "msg_0"),
            new SendState(
                SendStatus.FAILED,
                7,
                "daily_limit",
                "apr_1",
                "thr_1",
                "msg_1",
                new Approval.Decision(at(4), "usr_1", "Less", true, true)),
            List.of(
                new SendRecipient(
                    new Recipient(new MailAddress("Ä B", "a@b.test"), RecipientRole.BCC),
                    null,
                    new RecipientState(
                        RecipientStatus.BOUNCED, "permanent", "550 nö", 2, true, at(3))),
                SendRecipient.pending(Recipient.of("c@b.test", RecipientRole.CC), "token", at(1))),
            new SendFindings(
                List.of("has_links", "first_contact"),
                List.of("recipient_suppressed"),
                List.of("unproven_bounce")),
            new ComposedMail(
                "<id@agents.test>",
                "bounce+1@agents.test",
                "content-1",
                "ab".repeat(32),
                "cd".repeat(32),
                6_000_000_000L,
                "Sübject",
                List.of("b", "a")),
            new SendTimes(at(4), at(5), at(6), at(7), at(1), at(2)));
    Send plain = send(TWO, "out_2").due(null).build();
    change(tx -> tx.sends().insert(full));
    change(tx -> tx.sends().insert(plain));

    assertEquals(Optional.of(full), read(tx -> tx.sends().find(ONE, "out_1")));
    assertEquals(Optional.of(full), write(tx -> tx.sends().lock(ONE, "out_1")));
    assertEquals(Optional.of(plain), read(tx -> tx.sends().find(ORG_A, "out_2")));
  }

  @Test
  default void a_send_is_seen_from_its_own_scopes_only() {
    StoreFixtures.world(store());
    change(tx -> send(ONE, "out_1").insert(tx));

    assertSeenLikeInboxOne(s -> holds(tx -> tx.sends().find(s, "out_1").isPresent()));
    assertSeenLikeInboxOne(s -> attempt(tx -> tx.sends().lock(s, "out_1").isPresent()));
    assertSeenLikeInboxOne(s -> holds(tx -> !tx.sends().list(s, null, ALL).isEmpty()));
    assertSeenLikeInboxOne(
        s -> holds(tx -> !tx.sends().list(s, SendStatus.SENDING, ALL).isEmpty()));
    assertFalse(holds(tx -> tx.sends().find(ORG_A, "out_missing").isPresent()));
  }

  @Test
  default void an_update_writes_everything_that_can_change() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(ONE, "out_1").insert(tx));
    Send changed =
        send.change()
            .filed("msg_1", "thr_1")
            .status(SendStatus.SENT)
            .recipients(
                List.of(
                    send.recipients()
                        .get(0)
                        .become(RecipientStatus.SENT, null, "250", at(5))
                        .tried()
                        .asResent()))
            .reasons(List.of("placeholder"))
            .approval("apr_1")
            .deferred("inbox_paused")
            .attempts(3)
            .nextAttemptAt(null)
            .handedOverAt(at(4))
            .sentAt(at(5))
            .at(at(6));
    change(tx -> tx.sends().update(changed));

    assertEquals(Optional.of(changed), read(tx -> tx.sends().find(ONE, "out_1")));
    assertEquals(List.of(changed), read(tx -> tx.sends().list(POD_P, SendStatus.SENT, ALL)));
    assertEquals(List.of(), read(tx -> tx.sends().list(POD_P, SendStatus.SENDING, ALL)));
  }

  @Test
  default void a_send_is_replaced_only_if_nobody_has_changed_it() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(ONE, "out_1").insert(tx));
    Send first = send.change().attempts(1).nextAttemptAt(at(50)).at(at(5));
    Send second = send.change().attempts(2).at(at(6));
    assertEquals(true, write(tx -> tx.sends().replace(send, first)));
    assertEquals(false, write(tx -> tx.sends().replace(send, second)));
    assertEquals(Optional.of(first), read(tx -> tx.sends().find(ONE, "out_1")));

    Send waiting = first.change().deferred("inbox_paused").at(at(7));
    change(tx -> tx.sends().update(waiting));
    write(tx -> tx.sends().makeDue(null, "inbox_paused", at(8), 10));
    assertEquals(false, write(tx -> tx.sends().replace(waiting, second)));
    Send due = waiting.dueAt(at(8));
    assertEquals(Optional.of(due), read(tx -> tx.sends().find(ONE, "out_1")));
    assertEquals(false, write(tx -> tx.sends().replace(send(ONE, "out_2").build(), second)));
  }

  @Test
  default void a_locked_send_does_not_change_until_the_transaction_ends() {
    StoreFixtures.world(store());
    change(tx -> send(ONE, "out_1").insert(tx));

    Race.run(
        i -> {
          for (int n = 0; n < 20; n++) {
            change(
                tx -> {
                  Send locked = tx.sends().lock(ONE, "out_1").orElseThrow();
                  tx.sends().update(locked.change().attempts(locked.attempts() + 1).at(at(1)));
                });
          }
          return true;
        });

    assertEquals(
        Optional.of(Race.THREADS * 20),
        read(tx -> tx.sends().find(ONE, "out_1")).map(Send::attempts));
  }

  @Test
  default void pages_do_not_lose_sends_of_one_time_at_any_level() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 24; i++) {
            SendStatus status = i % 3 == 0 ? SendStatus.SENT : SendStatus.SENDING;
            send(inbox(i), id(i)).status(status).at(at(i / 5)).insert(tx);
          }
        });

    for (Scope scope : List.of(ORG_A, ORG_B, POD_P, ONE)) {
      PageWalk.assertOrder(
          IntStream.range(0, 24)
              .filter(i -> isIn(scope, i))
              .mapToObj(SendStoreContract::id)
              .toList(),
          page -> read(tx -> tx.sends().list(scope, null, page)),
          send -> new PagePosition(send.createdAt(), send.id()));
      PageWalk.assertOrder(
          IntStream.range(0, 24)
              .filter(i -> isIn(scope, i) && i % 3 == 0)
              .mapToObj(SendStoreContract::id)
              .toList(),
          page -> read(tx -> tx.sends().list(scope, SendStatus.SENT, page)),
          send -> new PagePosition(send.createdAt(), send.id()));
    }
  }

  private static boolean isIn(Scope scope, int i) {
    Scope inbox = inbox(i);
    return scope.contains(inbox.organizationId(), inbox.podId(), inbox.inboxId());
  }

  private static Scope inbox(int i) {
    return INBOXES.get(i % INBOXES.size());
  }

  private static String id(int i) {
    return "out_%02d".formatted(i);
  }

  @Test
  default void a_report_finds_its_send_by_the_return_path() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(FOUR, "out_1").insert(tx));

    String path = send.mail().envelopeSender();
    assertEquals(Optional.of(send), byReturnPath(send.scope().organizationId(), path));
    assertEquals(Optional.of(send), byReturnPath(null, path));
    assertEquals(Optional.empty(), byReturnPath("org_other", path));
    assertEquals(Optional.empty(), byReturnPath(null, "bounce+x@a.test"));
  }

  private Optional<Send> byReturnPath(@Nullable String organizationId, String path) {
    return read(tx -> tx.sends().findByEnvelopeSender(organizationId, path));
  }

  @Test
  default void the_newest_identical_send_that_reached_or_may_reach_somebody_is_found() {
    StoreFixtures.world(store());
    change(
        tx -> {
          send(ONE, "out_1").fingerprint("f").status(SendStatus.SENT).at(at(1)).insert(tx);
          send(ONE, "out_2").fingerprint("f").status(SendStatus.FAILED).at(at(2)).insert(tx);
          send(ONE, "out_3").fingerprint("f").status(SendStatus.CANCELLED).at(at(3)).insert(tx);
          send(ONE, "out_4").fingerprint("f").status(SendStatus.BLOCKED).at(at(4)).insert(tx);
          send(ONE, "out_5").fingerprint("f").status(SendStatus.REJECTED).at(at(5)).insert(tx);
          send(ONE, "out_6").fingerprint("g").at(at(6)).insert(tx);
          send(TWO, "out_7").fingerprint("f").at(at(7)).insert(tx);
        });

    assertEquals(Optional.of("out_1"), identical("f", 0));
    assertEquals(Optional.of("out_1"), identical("f", 1));
    assertEquals(Optional.empty(), identical("f", 2));
    assertEquals(Optional.of("out_6"), identical("g", 0));
    assertEquals(Optional.empty(), identical("h", 0));
  }

  @Test
  default void a_cancelled_send_no_longer_counts_as_identical() {
    StoreFixtures.world(store());
    Send send =
        write(tx -> send(ONE, "out_1").fingerprint("f").status(SendStatus.SCHEDULED).insert(tx));
    assertEquals(Optional.of("out_1"), identical("f", 0));
    change(tx -> tx.sends().update(send.change().status(SendStatus.CANCELLED).at(at(1))));

    assertEquals(Optional.empty(), identical("f", 0));
  }

  private Optional<String> identical(String fingerprint, long sinceSecond) {
    return read(tx -> tx.sends().recentIdentical(ONE, fingerprint, at(sinceSecond))).map(Send::id);
  }

  @Test
  default void a_deleted_send_is_found_by_nothing() {
    StoreFixtures.world(store());
    Send send = send(ONE, "out_1").build();
    change(tx -> tx.sends().insert(send));
    change(tx -> tx.sends().delete(TWO, "out_1"));
    assertEquals(Optional.of(send), read(tx -> tx.sends().find(ONE, "out_1")));
    change(tx -> tx.sends().delete(ORG_A, "out_1"));
    assertEquals(Optional.empty(), read(tx -> tx.sends().find(ONE, "out_1")));
    assertEquals(
        Optional.empty(),
        byReturnPath(send.scope().organizationId(), send.mail().envelopeSender()));
    assertEquals(List.of(), read(tx -> tx.sends().list(ORG_A, null, PageRequest.first(10))));
    boolean named = read(tx -> tx.messages().namesContent(send.mail().contentKey()));
    assertFalse(named);
    change(tx -> tx.sends().delete(ONE, "out_1"));
  }
}
