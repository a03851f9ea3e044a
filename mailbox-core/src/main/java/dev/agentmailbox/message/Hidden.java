package dev.agentmailbox.message;

import dev.agentmailbox.access.Permission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Labels that exclude a message from lists unless the caller requests and may see it. */
public enum Hidden {
  SPAM(Label.SPAM, Permission.LABEL_SPAM_READ, 1),
  BLOCKED(Label.BLOCKED, Permission.LABEL_BLOCKED_READ, 2),
  TRASH(Label.TRASH, Permission.LABEL_TRASH_READ, 4);

  private final String label;
  private final Permission permission;
  private final int bit;

  Hidden(String label, Permission permission, int bit) {
    this.label = label;
    this.permission = permission;
    this.bit = bit;
  }

  public String label() {
    return label;
  }

  /** The permission required to see such messages. */
  public Permission permission() {
    return permission;
  }

  public int bit() {
    return bit;
  }

  /** The bits of those among the labels. */
  public static int bits(Collection<String> labels) {
    int bits = 0;
    for (Hidden hidden : values()) {
      if (labels.contains(hidden.label)) {
        bits |= hidden.bit;
      }
    }
    return bits;
  }

  /**
   * All values of {@link #bits} that are visible when these are included; always has 0, nothing
   * hidden. Lists read one index range per value.
   */
  public static List<Integer> visibleBits(Collection<Hidden> included) {
    int mask = included.stream().mapToInt(Hidden::bit).reduce(0, (a, b) -> a | b);
    List<Integer> visible = new ArrayList<>();
    for (int bits = 0; bits < 1 << values().length; bits++) {
      if ((bits & ~mask) == 0) {
        visible.add(bits);
      }
    }
    return visible;
  }
}
