package dev.agentmailbox.memory.rows;

import java.util.HashMap;
import java.util.Map;

/** Reference counts of content. */
public final class ContentNames {
  private final UndoLog undo;
  private final Map<String, Integer> names = new HashMap<>();

  public ContentNames(UndoLog undo) {
    this.undo = undo;
  }

  public void add(String contentKey) {
    undo.put(names, contentKey, names.getOrDefault(contentKey, 0) + 1);
  }

  public void remove(String contentKey) {
    int left = names.getOrDefault(contentKey, 0) - 1;
    if (left > 0) {
      undo.put(names, contentKey, left);
    } else {
      undo.remove(names, contentKey);
    }
  }

  public boolean contains(String contentKey) {
    return names.containsKey(contentKey);
  }
}
