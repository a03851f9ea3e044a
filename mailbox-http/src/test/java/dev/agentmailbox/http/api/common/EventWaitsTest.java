package dev.agentmailbox.http.api.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventWaitsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int PATIENCE_SECONDS = 10;

  private final Mailbox mailbox = Mailbox.inMemory();
  private final EventWaits waits = new EventWaits(mailbox.stream());
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  @AfterEach
  void stop() {
    waits.close();
    mailbox.close();
  }

  private static Caller human(String organizationId) {
    return new Caller.Human(
        "usr_1", Scope.organization(organizationId), Role.OWNER, Set.of(), false, false);
  }

  private Caller key(String organizationId, String id) {
    KeySecret secret = KeySecret.generate(new SecureRandom());
    ApiKey stored =
        new ApiKey(
            id,
            secret.prefix(),
            secret.hash(),
            "test",
            Scope.organization(organizationId),
            Set.of(),
            false,
            ApiKey.Life.since(mailbox.context().now(), null));
    return new Caller.Key(stored, true);
  }

  private CompletableFuture<Optional<String>> nothing(Caller caller) {
    return waits.until(caller, gone, LONG, Optional::<String>empty).toCompletableFuture();
  }

  private void assertFull(Caller caller) {
    MailboxException refusal = assertThrows(MailboxException.class, () -> nothing(caller));
    assertEquals(ErrorCode.RATE_LIMITED, refusal.code());
  }

  private void publish(String organizationId) {
    Event event =
        new Event(
            mailbox.context().ids().next(IdPrefix.EVENT),
            EventType.MESSAGE_RECEIVED,
            mailbox.context().now(),
            Scope.organization(organizationId),
            null,
            null,
            Map.of());
    mailbox
        .context()
        .write(
            tx -> {
              tx.publish(event);
              return true;
            });
  }

  // spec Decisions.14
  @Test
  void a_key_waits_ten_times_at_once_and_not_eleven_and_others_wait_on() {
    for (int i = 0; i < EventWaits.MAX_OF_KEY; i++) {
      assertFalse(nothing(key("org_1", "key_1")).isDone());
    }
    assertFull(key("org_1", "key_1"));
    assertFalse(nothing(key("org_1", "key_2")).isDone());
    assertFalse(nothing(key("org_2", "key_3")).isDone());
  }

  // spec Decisions.14
  @Test
  void an_organization_waits_fifty_times_at_once_and_not_one_more() {
    for (int i = 0; i < EventWaits.MAX_OF_ORGANIZATION; i++) {
      assertFalse(nothing(key("org_1", "key_" + i / EventWaits.MAX_OF_KEY)).isDone());
    }
    assertFull(key("org_1", "key_other"));
    assertFalse(nothing(key("org_2", "key_other")).isDone());
    assertFalse(nothing(human("org_1")).isDone(), "pages of people take no place of agents");
  }

  // spec Decisions.14
  @Test
  void a_wait_ends_with_its_callers_connection_and_frees_its_place() throws Exception {
    CompletableFuture<Optional<String>> first = nothing(key("org_1", "key_1"));
    for (int i = 1; i < EventWaits.MAX_OF_KEY; i++) {
      waits.until(key("org_1", "key_1"), new CompletableFuture<>(), LONG, Optional::empty);
    }
    gone.complete(null);
    assertTrue(first.get(PATIENCE_SECONDS, TimeUnit.SECONDS).isEmpty());
    assertEquals(EventWaits.MAX_OF_KEY - 1, waits.count());
    waits.until(key("org_1", "key_1"), new CompletableFuture<>(), LONG, Optional::empty);
    assertFull(key("org_1", "key_1"));
  }

  @Test
  void it_is_looked_for_only_when_the_organizations_own_log_grew() throws Exception {
    String own = mailbox.first().organization().id();
    BlockingQueue<String> looks = new LinkedBlockingQueue<>();
    BlockingQueue<String> foreignLooks = new LinkedBlockingQueue<>();
    waits.until(
        key("org_1", "key_2"),
        gone,
        LONG,
        () -> {
          foreignLooks.add("look");
          return Optional.empty();
        });
    CompletableFuture<Optional<String>> found =
        waits
            .until(
                key(own, "key_1"),
                gone,
                LONG,
                () -> {
                  looks.add("look");
                  return looks.size() == 2 ? Optional.of("mail") : Optional.empty();
                })
            .toCompletableFuture();
    assertEquals(1, looks.size());
    publish(own);
    assertEquals("mail", found.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow());
    assertEquals(2, looks.size());
    assertEquals(1, foreignLooks.size());
    assertEquals(1, waits.count());
  }

  @Test
  void an_answer_that_takes_its_time_keeps_no_other_wait_from_looking() throws Exception {
    String own = mailbox.first().organization().id();
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    AtomicBoolean came = new AtomicBoolean();
    Supplier<Optional<String>> look = () -> came.get() ? Optional.of("mail") : Optional.empty();
    CompletionStage<Boolean> slow =
        waits
            .until(key(own, "key_1"), gone, LONG, look)
            .thenApply(
                found -> {
                  reading.countDown();
                  return await(read);
                });
    came.set(true);
    publish(own);
    assertTrue(reading.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    came.set(false);
    CompletableFuture<Optional<String>> other =
        waits.until(key(own, "key_2"), gone, LONG, look).toCompletableFuture();
    came.set(true);
    publish(own);
    assertEquals("mail", other.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow());
    read.countDown();
    assertTrue(slow.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  @Test
  void a_wait_whose_time_is_up_answers_nothing() throws Exception {
    Optional<String> found =
        waits
            .until(key("org_1", "key_1"), gone, Duration.ofMillis(1), Optional::<String>empty)
            .toCompletableFuture()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertTrue(found.isEmpty());
    assertEquals(0, waits.count());
  }

  @Test
  void a_look_that_fails_ends_the_wait_and_frees_its_place() {
    Caller caller = key("org_1", "key_1");
    for (int i = 0; i < EventWaits.MAX_OF_KEY + 1; i++) {
      assertTrue(
          waits
              .until(
                  caller,
                  gone,
                  LONG,
                  () -> {
                    throw MailboxException.notFound("inbox");
                  })
              .toCompletableFuture()
              .isCompletedExceptionally());
    }
  }
}
