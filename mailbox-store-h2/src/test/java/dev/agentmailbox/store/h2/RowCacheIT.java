package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.apiKey;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.listEntry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.list.ListEntry.Direction;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions see what earlier writes have changed, and nothing that was undone. */
class RowCacheIT {
  @TempDir Path directory;
  @AutoClose private H2Store store;

  private static final ApiKey KEY = apiKey("key_1", ONE, at(1));

  /** What nearly every transaction reads. */
  private record Seen(Object organization, Object pod, Object setting, Object lists, Object key) {
    static Seen by(StoreTransaction tx) {
      return new Seen(
          tx.organizations().find(ORG_A.organizationId()),
          tx.pods().find(POD_P, "pod_p"),
          tx.settings().get("paused"),
          tx.lists().match(ONE, Direction.SEND, List.of("a@example.org")),
          tx.apiKeys().findByPrefix(KEY.prefix()));
    }
  }

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @BeforeEach
  void open() {
    store = H2Store.open(directory.resolve("data"), SettableClock.at(StoreFixtures.START));
    StoreFixtures.world(store);
  }

  private static final List<Consumer<StoreTransaction>> CHANGES =
      List.of(
          tx -> {
            Organization before = tx.organizations().find(ORG_A.organizationId()).orElseThrow();
            tx.organizations().update(before.withSuspension("unpaid", at(2)));
          },
          tx -> tx.organizations().takeInbox(ORG_A.organizationId()),
          tx -> tx.organizations().giveBackInbox(ORG_A.organizationId()),
          tx -> {
            var before = tx.pods().find(POD_P, "pod_p").orElseThrow();
            tx.pods().update(before.withPolicy(before.policy(), at(3)));
          },
          tx -> tx.settings().put("paused", "yes"),
          tx -> tx.settings().put("paused", "no"),
          tx -> tx.settings().remove("paused"),
          tx ->
              tx.lists()
                  .insert(listEntry(ONE, Direction.SEND, ListEntry.Type.ALLOW, "b@example.org")),
          tx ->
              tx.lists()
                  .insert(listEntry(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "a@example.org")),
          tx -> tx.lists().delete(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "a@example.org"),
          tx -> tx.apiKeys().insert(KEY),
          tx -> tx.apiKeys().touch(ORG_A.organizationId(), KEY.id(), at(4)),
          tx -> tx.apiKeys().update(KEY.until(at(9))),
          tx -> tx.apiKeys().revokeForInbox(ONE, at(5)));

  @Test
  void a_transaction_sees_what_earlier_writes_changed_and_nothing_that_was_undone() {
    for (Consumer<StoreTransaction> change : CHANGES) {
      Seen before = store.look(Seen::by);
      assertThrows(
          Refused.class,
          () ->
              store.write(
                  tx -> {
                    change.accept(tx);
                    Seen.by(tx);
                    assertEquals(before, elsewhere());
                    throw new Refused();
                  }));
      assertEquals(before, store.look(Seen::by));
      assertEquals(before, store.write(Seen::by));
      Seen inside =
          store.write(
              tx -> {
                change.accept(tx);
                return Seen.by(tx);
              });
      assertEquals(inside, store.look(Seen::by));
      assertEquals(inside, store.write(Seen::by));
    }
  }

  /** What another thread reads while a transaction is open. */
  private Seen elsewhere() {
    return CompletableFuture.supplyAsync(() -> store.look(Seen::by)).join();
  }
}
