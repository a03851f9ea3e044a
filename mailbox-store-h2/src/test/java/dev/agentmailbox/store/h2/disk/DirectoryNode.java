package dev.agentmailbox.store.h2.disk;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A directory: the names that are seen and those that are durable, in the order of names. */
final class DirectoryNode extends Node {
  private final Map<String, Node> current = new TreeMap<>();
  private final Map<String, Node> durable = new TreeMap<>();

  DirectoryNode(long number, Attributes attributes) {
    super(number, attributes);
  }

  @Override
  long blocks() {
    return 1;
  }

  Map<String, Node> current() {
    return current;
  }

  Map<String, Node> durable() {
    return durable;
  }

  /** Gives a name to a node, or takes it away. */
  static void set(Map<String, Node> entries, String name, @Nullable Node node) {
    if (node == null) {
      entries.remove(name);
    } else {
      entries.put(name, node);
    }
  }
}
