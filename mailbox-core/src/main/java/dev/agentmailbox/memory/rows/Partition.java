package dev.agentmailbox.memory.rows;

import dev.agentmailbox.access.Scope;
import java.util.List;
import java.util.stream.Stream;
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

  /** The ranges an object is listed in: of its own scope and of each wider one. */
  public static List<String> levels(Scope own, Object... values) {
    return scopes(own).map(level -> of(level, values)).toList();
  }

  /** A scope and each wider one, the narrowest first. */
  public static Stream<Scope> scopes(Scope own) {
    Scope organization = Scope.organization(own.organizationId());
    return Stream.concat(
            Stream.of(own),
            Stream.concat(
                own.pod().map(pod -> Scope.pod(own.organizationId(), pod)).stream(),
                Stream.of(organization)))
        .distinct();
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
