package dev.agentmailbox.memory.rows;

import java.util.HashMap;
import java.util.Map;

/** How many messages, sends and drafts name each content. */
public final class ContentNames {
  private final UndoLog journal;
  private final Map<String, Integer> names = new HashMap<>();

  public ContentNames(UndoLog journal) {
    this.journal = journal;
  }

  public void add(String contentKey) {
    journal.put(names, contentKey, names.getOrDefault(contentKey, 0) + 1);
  }

  public void remove(String contentKey) {
    int left = names.getOrDefault(contentKey, 0) - 1;
    if (left > 0) {
      journal.put(names, contentKey, left);
    } else {
      journal.remove(names, contentKey);
    }
  }

  public boolean contains(String contentKey) {
    return names.containsKey(contentKey);
  }
}
