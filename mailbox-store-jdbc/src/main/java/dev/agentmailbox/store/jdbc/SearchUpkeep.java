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
 * Maintains the search index: creates blocks of messages that are no longer new, and indexes blocks
 * that are due. Visits every organization once, verifying the message counts of its blocks, and
 * then those whose log grew. Thread safe.
 */
final class SearchUpkeep {
  private static final Logger LOG = LoggerFactory.getLogger(SearchUpkeep.class);

  /** Maximum blocks per organization and run. */
  private static final int MAX_NEW_BLOCKS = 500;

  /** Maximum new and changed blocks per run, because writers of a single-lane database wait. */
  private static final int MAX_READ_BLOCKS = 100;

  /** Maximum organizations visited per run. */
  private static final int ORGANIZATIONS = 200;

  /** Blocks counted per statement. */
  private static final int CHECKED = 100;

  private final MaintenanceTransactions own;
  private final Set<String> grown = ConcurrentHashMap.newKeySet();

  /** When to visit an organization: its present messages are old enough then. */
  private final Map<String, Instant> looks = new HashMap<>();

  private boolean walked;
  private String lastWalked = "";

  SearchUpkeep(MaintenanceTransactions own) {
    this.own = own;
  }

  /** Schedules an organization that may have new messages. */
  void grew(String organizationId) {
    grown.add(organizationId);
  }

  /** The number of blocks created or indexed. */
  synchronized int run(Instant now) {
    long begin = System.nanoTime();
    if (!walked) {
      walk(now);
    }
    for (String organization : List.copyOf(grown)) {
      // Growth during the scan is handled afterwards.
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
        // Searches read all its messages meanwhile; other blocks continue.
        LOG.warn("indexing a search block failed: {}", e.getMessage());
      }
    }
    return built;
  }
}
