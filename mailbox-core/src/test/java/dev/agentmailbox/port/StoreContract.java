package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What every contract of the kit builds on. A test class of a store extends {@link StoreContracts},
 * which lists them all, with a store that is new and empty for each test.
 *
 * <p>Contracts know nothing but the ports: each test is a promise of their documentation.
 */
public interface StoreContract {
  /** The store of the running test: the same one at each call, empty when the test begins. */
  MailboxStore store();

  /** Everything there is: the newest {@link PageRequest#MAX_LIMIT} items. */
  PageRequest ALL = PageRequest.first(PageRequest.MAX_LIMIT);

  default <T> T read(Function<StoreTransaction, T> work) {
    return store().read(work);
  }

  default <T> T write(Function<StoreTransaction, T> work) {
    return store().write(work);
  }

  /** A writing transaction that answers whether it did something. */
  default boolean attempt(Predicate<StoreTransaction> work) {
    return store().write(work::test);
  }

  /** A reading transaction that answers whether something is so. */
  default boolean holds(Predicate<StoreTransaction> question) {
    return store().read(question::test);
  }

  /** A writing transaction without a result. */
  default void change(Consumer<StoreTransaction> work) {
    store()
        .write(
            tx -> {
              work.accept(tx);
              return true;
            });
  }

  /** Asserts that something of inbox one is seen from its scopes and from no other. */
  default void assertSeenLikeInboxOne(Predicate<Scope> isSeen) {
    for (Scope scope : StoreFixtures.SEE_ONE) {
      assertTrue(isSeen.test(scope), scope + " must see it");
    }
    for (Scope scope : StoreFixtures.DO_NOT_SEE_ONE) {
      assertFalse(isSeen.test(scope), scope + " must not see it");
    }
  }
}
