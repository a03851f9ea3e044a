package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.listEntry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.list.ListEntry.Direction;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes see what earlier writes have changed, and nothing that was undone. */
class RowCacheIT {
  @TempDir Path directory;
  @AutoClose private H2Store store;

  /** What nearly every write reads. */
  private record Seen(Object organization, Object pod, Object setting, Object lists) {
    static Seen by(StoreTransaction tx) {
      return new Seen(
          tx.organizations().find(ORG_A.organizationId()),
          tx.pods().find(POD_P, "pod_p"),
          tx.settings().get("paused"),
          tx.lists().match(ONE, Direction.SEND, List.of("a@example.org")));
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
          tx -> tx.lists().delete(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "a@example.org"));

  @Test
  void a_write_sees_what_earlier_writes_changed_and_nothing_that_was_undone() {
    for (Consumer<StoreTransaction> change : CHANGES) {
      Seen before = store.write(Seen::by);
      assertThrows(
          Refused.class,
          () ->
              store.write(
                  tx -> {
                    change.accept(tx);
                    Seen.by(tx);
                    throw new Refused();
                  }));
      assertEquals(before, store.write(Seen::by));
      Seen inside =
          store.write(
              tx -> {
                change.accept(tx);
                return Seen.by(tx);
              });
      assertEquals(store.read(Seen::by), inside);
      assertEquals(inside, store.write(Seen::by));
    }
  }
}
