package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable.Counted;
import dev.agentmailbox.store.jdbc.search.SearchBlockTable.Due;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes blocks of messages that are no longer new, and reads the words of blocks that are due.
 * Looks at every organization once, counting the messages of its blocks, and from then on at those
 * whose log grew. Thread safe.
 */
final class SearchUpkeep {
  private static final Logger LOG = LoggerFactory.getLogger(SearchUpkeep.class);

  /** Of one organization in one run. */
  private static final int MAX_NEW_BLOCKS = 500;

  /** New ones, and changed ones, in one run: the writers of a database with one lane wait. */
  private static final int MAX_READ_BLOCKS = 100;

  /** Walked over in one run. */
  private static final int ORGANIZATIONS = 200;

  /** Blocks counted at once. */
  private static final int CHECKED = 100;

  private final OwnWork own;
  private final Set<String> grown = ConcurrentHashMap.newKeySet();

  /** When to look at an organization: its messages of now are old enough then. */
  private final Map<String, Instant> looks = new HashMap<>();

  private boolean walked;
  private String lastWalked = "";

  SearchUpkeep(OwnWork own) {
    this.own = own;
  }

  /** The organization may have new messages. */
  void grew(String organizationId) {
    grown.add(organizationId);
  }

  /** How many blocks were made or read. */
  synchronized int run(Instant now) {
    long begin = System.nanoTime();
    if (!walked) {
      walk(now);
    }
    for (String organization : List.copyOf(grown)) {
      // What grows until the look is looked at afterwards.
      if (!looks.containsKey(organization)) {
        grown.remove(organization);
        looks.put(organization, now.plus(SearchBlockTable.SETTLE));
      }
    }
    List<String> due =
        looks.entrySet().stream()
            .filter(look -> !now.isBefore(look.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    int done = 0;
    for (String organization : due) {
      int made = make(organization, now.plusNanos(System.nanoTime() - begin));
      if (made < MAX_NEW_BLOCKS) {
        looks.remove(organization);
      }
      done += made;
    }
    return done + build(now);
  }

  private void walk(Instant now) {
    List<String> some = own.read(tx -> tx.searchBlocks().organizations(lastWalked, ORGANIZATIONS));
    for (String organization : some) {
      check(organization);
      looks.put(organization, now);
      lastWalked = organization;
    }
    walked = some.size() < ORGANIZATIONS;
  }

  private void check(String organization) {
    long[] last = {-1};
    List<Counted> some;
    do {
      some = own.read(tx -> tx.searchBlocks().counted(organization, last[0], CHECKED));
      for (Counted block : some) {
        last[0] = block.through();
        if (!block.asRead()) {
          own.write(tx -> tx.searchBlocks().mark(organization, block.through()));
        }
      }
    } while (some.size() == CHECKED);
  }

  private int make(String organization, Instant now) {
    for (int made = 0; made < MAX_NEW_BLOCKS; made++) {
      Optional<Long> end = own.read(tx -> tx.searchBlocks().nextEnd(organization, now));
      if (end.isEmpty()) {
        return made;
      }
      own.write(tx -> tx.searchBlocks().make(organization, end.get(), now));
    }
    return MAX_NEW_BLOCKS;
  }

  private int build(Instant now) {
    List<Due> unread = own.read(tx -> tx.searchBlocks().unread(now, MAX_READ_BLOCKS));
    List<Due> changed = own.read(tx -> tx.searchBlocks().changed(MAX_READ_BLOCKS));
    int built = 0;
    for (Due block : Stream.concat(unread.stream(), changed.stream()).toList()) {
      try {
        built += own.write(tx -> tx.searchBlocks().build(block, now)) ? 1 : 0;
      } catch (StoreException e) {
        // Searches read all its messages meanwhile; the others are not kept waiting.
        LOG.warn("a block of messages could not be read for searches: {}", e.getMessage());
      }
    }
    return built;
  }
}
