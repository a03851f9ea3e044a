package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Numbers the changing calls of a disk and says which of them fail. Guarded by the disk's lock. */
final class Calls {
  private final List<Rule> rules = new ArrayList<>();
  private long made;
  private long cutAt = Long.MAX_VALUE;

  /**
   * Calls that fail.
   *
   * @param from the number of the first that may
   * @param once whether only the first that matches fails
   */
  record Rule(long from, FailureKind kind, BiPredicate<CallKind, Path> matches, boolean once) {}

  long made() {
    return made;
  }

  void add(Rule rule) {
    rules.add(rule);
  }

  void heal() {
    rules.clear();
  }

  void cutAt(long number) {
    cutAt = number;
  }

  /** Numbers a call; returns whether the power goes off now. */
  boolean next() {
    made++;
    return made >= cutAt;
  }

  /** Throws when the call that was just numbered is to fail. */
  void check(CallKind kind, Path path) throws IOException {
    Optional<Rule> failing =
        rules.stream()
            .filter(rule -> made >= rule.from() && rule.matches().test(kind, path))
            .findFirst();
    if (failing.isPresent()) {
      if (failing.get().once()) {
        rules.remove(failing.get());
      }
      throw failing.get().kind().exception();
    }
  }
}
