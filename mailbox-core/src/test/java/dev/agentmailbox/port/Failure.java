package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Consumer;

/** A transaction whose work fails after it has changed things. */
public final class Failure {
  private Failure() {}

  /** Runs the work, then throws, and asserts that this very exception comes out. */
  public static void during(StoreContract contract, Consumer<StoreTransaction> work) {
    IllegalArgumentException failure = new IllegalArgumentException("chosen by the test");
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                contract.change(
                    tx -> {
                      work.accept(tx);
                      throw failure;
                    }));
    assertSame(failure, thrown);
  }
}
