package dev.agentmailbox.store.h2.disk;

import dev.agentmailbox.store.h2.disk.EntryChange.Entry;
import dev.agentmailbox.store.h2.disk.EntryChange.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** The changes of names that are not durable yet, in their order. Guarded by the disk's lock. */
final class EntryLog {
  private final List<EntryChange> unforced = new ArrayList<>();

  void add(EntryChange change) {
    unforced.add(change);
    for (Entry entry : change.entries()) {
      DirectoryNode.set(entry.name().directory().current(), entry.name().text(), entry.node());
    }
  }

  /**
   * Makes the names of a directory durable. A move is made durable at both its names, and what was
   * done before at the other one with it.
   */
  void force(DirectoryNode directory) {
    Set<Name> names = new HashSet<>();
    List<EntryChange> chosen = new ArrayList<>();
    List<EntryChange> left = new ArrayList<>();
    for (int i = unforced.size() - 1; i >= 0; i--) {
      EntryChange change = unforced.get(i);
      boolean touched =
          change.entries().stream()
              .map(Entry::name)
              .anyMatch(name -> name.directory() == directory || names.contains(name));
      if (touched) {
        change.entries().forEach(entry -> names.add(entry.name()));
        chosen.add(0, change);
      } else {
        left.add(0, change);
      }
    }
    for (EntryChange change : chosen) {
      for (Entry entry : change.entries()) {
        DirectoryNode.set(entry.name().directory().durable(), entry.name().text(), entry.node());
      }
    }
    unforced.clear();
    unforced.addAll(left);
  }

  /** The changes that survive when the power goes; earlier ones of a name before later ones. */
  List<EntryChange> surviving(CutMode mode, SplittableRandom random) {
    return switch (mode) {
      case NOTHING -> List.of();
      case ALL -> List.copyOf(unforced);
      case PREFIX, SOME -> upToRandomPoints(random);
    };
  }

  private List<EntryChange> upToRandomPoints(SplittableRandom random) {
    Map<Name, Integer> changes = new LinkedHashMap<>();
    for (EntryChange change : unforced) {
      change.entries().forEach(entry -> changes.merge(entry.name(), 1, Integer::sum));
    }
    Map<Name, Integer> left = new HashMap<>();
    changes.forEach((name, count) -> left.put(name, random.nextInt(count + 1)));
    List<EntryChange> surviving = new ArrayList<>();
    for (EntryChange change : unforced) {
      List<Name> names = change.entries().stream().map(Entry::name).toList();
      if (names.stream().allMatch(name -> left.getOrDefault(name, 0) > 0)) {
        names.forEach(name -> left.merge(name, -1, Integer::sum));
        surviving.add(change);
      } else {
        names.forEach(name -> left.put(name, 0));
      }
    }
    return surviving;
  }
}
