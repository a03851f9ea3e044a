package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One request, one mail; one limit, however many ask at once, whatever the store. */
@Timeout(120)
public interface SendOnceContract {
  /** How long a test waits for what is bound to happen. */
  Duration PATIENCE = Duration.ofSeconds(60);

  /** The same fixture at each call of a test, over a store that is empty when the test begins. */
  SendingFixture fixture();

  private String replayed(MailInput command, String key, String body) {
    return assertThrows(
            IdempotentRequest.Replay.class,
            () -> fixture().sends.submit(CALLER, command, keyed(key, body)))
        .answer()
        .body();
  }

  @Test
  default void a_repeat_is_answered_as_the_first_whatever_happened_since() {
    MailInput command = mail().sendAt(START.plusSeconds(30)).build();
    String first = fixture().sends.submit(CALLER, command, keyed("k", "b")).sendId();
    fixture().dailyRecipients(0);
    assertEquals(first, replayed(command, "k", "b"));
    fixture().suspend("human");
    assertEquals(first, replayed(command, "k", "b"));
    fixture().status(InboxStatus.PAUSED);
    fixture().setting(SettingStore.SENDING_PAUSED, "operator");
    assertEquals(first, replayed(command, "k", "b"));
    fixture().clock.advance(Duration.ofDays(1));
    assertEquals(first, replayed(command, "k", "b"), "its time has passed, but it was accepted");
    assertEquals(1, all().size());
  }

  // spec Decisions.16
  @Test
  default void a_key_is_known_as_long_as_its_send() {
    MailInput later = mail().sendAt(START.plus(Duration.ofDays(20))).build();
    String scheduled = fixture().sends.submit(CALLER, later, keyed("later", "b")).sendId();
    MailInput now = mail().text("now").build();
    String sent = fixture().sends.submit(CALLER, now, keyed("now", "b")).sendId();
    for (int days : List.of(8, 30, 400)) {
      fixture().clock.set(START.plus(Duration.ofDays(days)));
      fixture().outbox.runDue();
      fixture().store.write(tx -> tx.idempotency().removeExpired(fixture().context.now(), 100));
      assertEquals(scheduled, replayed(later, "later", "b"), days + " days");
      assertEquals(sent, replayed(now, "now", "b"), days + " days");
      MailboxException other =
          refused(() -> fixture().sends.submit(CALLER, now, keyed("now", "other body")));
      assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, other.code());
    }
    assertEquals(2, all().size());
    assertEquals(2, fixture().transport.captured().size());
  }

  // spec Decisions.20
  @Test
  default void mail_that_reached_nobody_may_be_sent_again_and_mail_that_reached_one_may_not() {
    fixture().transport.answer("bob@example.com", CapturingTransport.rejected());
    assertEquals(SendStatus.FAILED, fixture().send(mail()).status());
    assertEquals(SendStatus.FAILED, fixture().send(mail()).status());
    Send half = fixture().send(mail().cc(List.of("c@example.com")));
    assertEquals(SendStatus.SENT, half.status());
    MailboxException refusal = refused(() -> fixture().submit(mail().cc(List.of("c@example.com"))));
    assertEquals(ErrorCode.DUPLICATE_SEND, refusal.code());
  }

  // spec Decisions.17, SendResult.4
  @Test
  default void a_mail_that_is_refused_at_once_is_answered_with_sending() {
    fixture().transport.answer("bob@example.com", CapturingTransport.rejected());
    SendResult result = fixture().sends.submitAndWait(CALLER, mail().build(), keyed("k", "b"));
    assertEquals(SendStatus.SENDING, result.status());
    assertEquals(SendStatus.FAILED, fixture().get(result.sendId()).status());
    assertEquals(result.sendId(), replayed(mail().build(), "k", "b"));
  }

  // spec SendRequest.12
  @Test
  default void a_refused_request_is_tried_afresh() {
    fixture().dailyRecipients(0);
    MailInput command = mail().build();
    MailboxException refusal =
        refused(() -> fixture().sends.submit(CALLER, command, keyed("k", "b")));
    assertEquals(ErrorCode.DAILY_LIMIT_EXCEEDED, refusal.code());
    fixture().dailyRecipients(1);
    fixture().sends.submit(CALLER, command, keyed("k", "b"));
  }

  @Test
  default void a_refused_request_leaves_no_content() throws Exception {
    fixture().suspend("human");
    refused(() -> fixture().submit(mail()));
    assertEquals(0, fixture().store.content().sweep(key -> false));
  }

  @Test
  default void sixteen_at_once_with_one_key_send_one_mail() throws Exception {
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(
          () -> {
            try {
              return fixture().sends.submit(CALLER, mail().build(), keyed("k", "b")).sendId();
            } catch (IdempotentRequest.Replay replay) {
              return replay.answer().body();
            }
          });
    }
    assertEquals(1, new HashSet<>(run(calls)).size());
    assertEquals(1, all().size());
    assertEquals(1, new SendRecords(fixture()).taken());
  }

  // spec Sizes.15
  @Test
  default void thirty_two_at_once_share_twenty_recipients_exactly() throws Exception {
    fixture().dailyRecipients(20);
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      MailInput command = mail().text("mail " + i).build();
      calls.add(
          () -> {
            try {
              return fixture()
                  .sends
                  .submit(CALLER, command, IdempotentRequest.unkeyed())
                  .status()
                  .wireName();
            } catch (MailboxException refusal) {
              return refusal.code().wireName();
            }
          });
    }
    List<String> answers = run(calls);
    assertEquals(20, answers.stream().filter("sending"::equals).count());
    assertEquals(12, answers.stream().filter("daily_limit_exceeded"::equals).count());
    assertEquals(20, new SendRecords(fixture()).taken());
    fixture().outbox.runDue();
    assertEquals(20, fixture().transport.captured().size());
  }

  @Test
  default void eight_at_once_with_the_same_mail_send_it_once() throws Exception {
    List<Callable<String>> calls =
        IntStream.range(0, 8)
            .<Callable<String>>mapToObj(
                i ->
                    () -> {
                      try {
                        return fixture().submit(mail()).status().wireName();
                      } catch (MailboxException refusal) {
                        return refusal.code().wireName();
                      }
                    })
            .toList();
    List<String> answers = run(calls);
    assertEquals(1, answers.stream().filter("sending"::equals).count());
    assertEquals(7, answers.stream().filter("duplicate_send"::equals).count());
  }

  @Test
  default void an_answer_waits_for_the_hand_over_and_is_repeated_as_given() {
    fixture().outbox.start();
    try {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      SendStatus status = SendStatus.SENDING;
      for (int attempt = 1; status == SendStatus.SENDING; attempt++) {
        assertTrue(System.nanoTime() < deadline, "no hand-over was quick enough to be answered");
        status = answered("k" + attempt, mail().text("attempt " + attempt).build());
      }
      assertEquals(SendStatus.SENT, status);
    } finally {
      fixture().outbox.close();
    }
  }

  /** What a request that waits was answered, which is what it is answered again. */
  private SendStatus answered(String key, MailInput command) {
    IdempotentRequest<SendResult> once =
        IdempotentRequest.keyed(
            CALLER.scope().organizationId(),
            key,
            "b",
            result -> new IdempotencyStore.Answer(202, result.status() + " " + result.messageId()));
    SendResult result = fixture().sends.submitAndWait(CALLER, command, once);
    assertEquals(
        result.status() == SendStatus.SENT,
        String.valueOf(result.messageId()).startsWith("msg_"),
        result.toString());
    assertEquals(result.status() + " " + result.messageId(), replayed(command, key, "b"));
    return result.status();
  }

  @Test
  default void a_running_outbox_hands_over_everything_and_stops() throws Exception {
    fixture().outbox.start();
    List<Callable<SendStatus>> calls =
        IntStream.range(0, 100)
            .<Callable<SendStatus>>mapToObj(
                i ->
                    () ->
                        settled(
                            fixture()
                                .sends
                                .submitAndWait(
                                    CALLER,
                                    mail().text("mail " + i).build(),
                                    IdempotentRequest.unkeyed())))
            .toList();
    assertEquals(Set.of(SendStatus.SENT), new HashSet<>(run(calls)));
    fixture().outbox.close();
    assertEquals(100, fixture().transport.captured().size());
    assertEquals(
        100,
        fixture().transport.captured().stream()
            .map(dev.agentmailbox.memory.CapturingTransport.Captured::sendId)
            .distinct()
            .count());
  }

  /** The outcome of a send, however long that takes on a busy machine. */
  private SendStatus settled(SendResult result) {
    return fixture().sends.await(CALLER, result.sendId(), PATIENCE).status();
  }

  @Test
  default void sends_are_listed_by_scope_status_and_inbox() {
    fixture().send(mail());
    fixture().submit(mail().text("later").sendAt(START.plusSeconds(60)));
    fixture().send(MailInput.from(SendingFixture.OTHER_INBOX).to("bob@example.com").text("x"));
    assertEquals(3, all().size());
    assertEquals(
        2, fixture().sends.list(CALLER, null, INBOX, PageRequest.first(10)).items().size());
    assertEquals(
        1,
        fixture()
            .sends
            .list(CALLER, SendStatus.SCHEDULED, null, PageRequest.first(10))
            .items()
            .size());
    Caller one = new Caller.Embedder(ONE);
    assertEquals(2, fixture().sends.list(one, null, null, PageRequest.first(10)).items().size());
    refused(
        () -> fixture().sends.list(one, null, SendingFixture.OTHER_INBOX, PageRequest.first(10)));
    Page<Send> page = fixture().sends.list(CALLER, null, null, PageRequest.first(2));
    assertEquals(2, page.items().size());
    assertNotNull(page.next());
  }

  private List<Send> all() {
    return fixture().sends.list(CALLER, null, null, PageRequest.first(100)).items();
  }

  private static <T> List<T> run(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(calls.size(), 32));
    try {
      List<T> answers = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(calls)) {
        answers.add(future.get());
      }
      return answers;
    } finally {
      threads.shutdown();
    }
  }
}
