package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.store.jdbc.SearchBlockTable.Counted;
import dev.agentmailbox.store.jdbc.SearchBlockTable.Due;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes blocks of messages that are no longer new, and reads the words of blocks that are due.
 * Looks at every organization once, counting the messages of its blocks, and from then on at those
 * whose log grew. Thread safe.
 */
final class SearchUpkeep {
  /** Of one organization in one run. */
  private static final int MAX_NEW_BLOCKS = 500;

  /** In one run: while a block is read, the writers of a database with one lane wait. */
  private static final int MAX_BUILT_BLOCKS = 100;

  private static final int ORGANIZATIONS = 200;

  /** Blocks counted at once. */
  private static final int CHECKED = 100;

  private final JdbcStore store;
  private final Set<String> grown = ConcurrentHashMap.newKeySet();

  /** When to look at an organization: its messages of now are old enough then. */
  private final Map<String, Instant> looks = new HashMap<>();

  private boolean walked;

  SearchUpkeep(JdbcStore store) {
    this.store = store;
  }

  /** The organization may have new messages. */
  void grew(String organizationId) {
    grown.add(organizationId);
  }

  /** How many blocks were made or read. */
  synchronized int run(Instant now) {
    if (!walked) {
      walk(now);
      walked = true;
    }
    for (String organization : List.copyOf(grown)) {
      grown.remove(organization);
      looks.putIfAbsent(organization, now.plus(SearchBlockTable.SETTLE));
    }
    List<String> due =
        looks.keySet().stream().filter(id -> !now.isBefore(looks.getOrDefault(id, now))).toList();
    int done = 0;
    for (String organization : due) {
      int made = make(organization, now);
      if (made < MAX_NEW_BLOCKS) {
        looks.remove(organization);
      }
      done += made;
    }
    return done + build(now);
  }

  private void walk(Instant now) {
    String[] last = {""};
    List<String> some;
    do {
      some = store.readOwn(tx -> tx.searchBlocks().organizations(last[0], ORGANIZATIONS));
      for (String organization : some) {
        looks.put(organization, now);
        check(organization);
      }
      last[0] = some.isEmpty() ? "" : some.get(some.size() - 1);
    } while (some.size() == ORGANIZATIONS);
  }

  private void check(String organization) {
    long[] last = {-1};
    List<Counted> some;
    do {
      some = store.readOwn(tx -> tx.searchBlocks().counted(organization, last[0], CHECKED));
      for (Counted block : some) {
        last[0] = block.through();
        if (!block.asRead()) {
          store.writeOwn(
              tx -> {
                tx.searchBlocks().readAgain(organization, block.through());
                return true;
              });
        }
      }
    } while (some.size() == CHECKED);
  }

  private int make(String organization, Instant now) {
    for (int made = 0; made < MAX_NEW_BLOCKS; made++) {
      Optional<Long> end = store.readOwn(tx -> tx.searchBlocks().nextEnd(organization, now));
      if (end.isEmpty()) {
        return made;
      }
      store.writeOwn(
          tx -> {
            tx.searchBlocks().make(organization, end.get(), now);
            return true;
          });
    }
    return MAX_NEW_BLOCKS;
  }

  private int build(Instant now) {
    List<Due> due = store.readOwn(tx -> tx.searchBlocks().due(now, MAX_BUILT_BLOCKS));
    int built = 0;
    for (Due block : due) {
      built += store.writeOwn(tx -> tx.searchBlocks().build(block, now)) ? 1 : 0;
    }
    return built;
  }
}
