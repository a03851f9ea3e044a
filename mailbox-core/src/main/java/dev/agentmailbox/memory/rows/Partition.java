package dev.agentmailbox.memory.rows;

import dev.agentmailbox.access.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes index partitions: a scope and further column values. */
public final class Partition {
  /** Never occurs in an id, address or label. */
  private static final char SEPARATOR = '\0';

  private Partition() {}

  /** The partition of a scope and values; each index uses a fixed number of values. */
  public static String of(Scope scope, Object... values) {
    StringBuilder name = new StringBuilder(scope.organizationId());
    name.append(SEPARATOR).append(text(scope.podId()));
    name.append(SEPARATOR).append(text(scope.inboxId()));
    for (Object value : values) {
      name.append(SEPARATOR).append(value);
    }
    return name.toString();
  }

  /** The partitions an object is listed in: its own scope and each wider one. */
  public static List<String> levels(Scope own, Object... values) {
    return scopes(own).stream().map(level -> of(level, values)).toList();
  }

  /** A scope and each wider one, narrowest first. */
  public static List<Scope> scopes(Scope own) {
    List<Scope> scopes = new ArrayList<>();
    scopes.add(own);
    if (own.inboxId() != null) {
      own.pod().ifPresent(pod -> scopes.add(Scope.pod(own.organizationId(), pod)));
    }
    if (own.podId() != null) {
      scopes.add(Scope.organization(own.organizationId()));
    }
    return scopes;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
