package dev.agentmailbox.memory.rows;

import dev.agentmailbox.access.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of index ranges: a scope and what else the range is narrowed to. */
public final class Partition {
  /** Occurs in no id, address or label. */
  private static final char SEPARATOR = '\0';

  private Partition() {}

  /** The range of one scope narrowed to some values; a fixed number of them for each index. */
  public static String of(Scope scope, Object... values) {
    StringBuilder name = new StringBuilder(scope.organizationId());
    name.append(SEPARATOR).append(text(scope.podId()));
    name.append(SEPARATOR).append(text(scope.inboxId()));
    for (Object value : values) {
      name.append(SEPARATOR).append(value);
    }
    return name.toString();
  }

  /** The scopes an object can be listed at: its organization, its pod, its inbox. */
  public static List<Scope> levels(String organizationId, String podId, String inboxId) {
    return List.of(
        Scope.organization(organizationId),
        Scope.pod(organizationId, podId),
        Scope.inbox(organizationId, podId, inboxId));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
