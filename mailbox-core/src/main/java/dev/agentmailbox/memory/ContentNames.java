package dev.agentmailbox.memory;

import java.util.HashMap;
import java.util.Map;

/** How many messages, sends and drafts name each content. */
final class ContentNames {
  private final Journal journal;
  private final Map<String, Integer> names = new HashMap<>();

  ContentNames(Journal journal) {
    this.journal = journal;
  }

  void add(String contentKey) {
    journal.put(names, contentKey, names.getOrDefault(contentKey, 0) + 1);
  }

  void remove(String contentKey) {
    int left = names.getOrDefault(contentKey, 0) - 1;
    if (left > 0) {
      journal.put(names, contentKey, left);
    } else {
      journal.remove(names, contentKey);
    }
  }

  boolean contains(String contentKey) {
    return names.containsKey(contentKey);
  }
}
