package dev.agentmailbox.message;

import dev.agentmailbox.access.Permission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The labels that keep a message out of lists unless the caller asks and may. */
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

  /** What a caller needs to see such messages. */
  public Permission permission() {
    return permission;
  }

  public int bit() {
    return bit;
  }

  /**
   * Every value of {@link Label#hiddenBits} that stays visible when these are included; 0, nothing
   * hidden, is always one of them. Lists are read as one index range for each value.
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
