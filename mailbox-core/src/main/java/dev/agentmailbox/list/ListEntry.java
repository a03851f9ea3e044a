package dev.agentmailbox.list;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One address or domain on a list.
 *
 * @param entry lower case: {@code user@example.com}, {@code example.com} (only that domain) or
 *     {@code .example.com} (its subdomains)
 * @param scope the level it belongs to
 * @param suppression true for an address that bounced or complained; shown read-only in send/block
 * @param byKey true when an API key made it, or may have: such an allow entry never admits what a
 *     human's list leaves out
 */
public record ListEntry(
    String entry,
    Direction direction,
    Type type,
    Scope scope,
    @Nullable String reason,
    boolean suppression,
    boolean byKey,
    Instant createdAt) {
  /** An entry that a human or the service itself made. */
  public ListEntry(
      String entry,
      Direction direction,
      Type type,
      Scope scope,
      @Nullable String reason,
      boolean suppression,
      Instant createdAt) {
    this(entry, direction, type, scope, reason, suppression, false, createdAt);
  }

  /** The same entry, as a human's own. */
  public ListEntry asHumans() {
    return new ListEntry(entry, direction, type, scope, reason, suppression, false, createdAt);
  }

  /** Which mail a list is about; reply is mail that answers ours. */
  public enum Direction {
    SEND,
    RECEIVE,
    REPLY;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether a list admits or refuses. */
  public enum Type {
    ALLOW,
    BLOCK;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether an entry is an address or a domain. */
  public boolean isAddress() {
    return entry.indexOf('@') > 0;
  }
}
