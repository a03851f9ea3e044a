package dev.agentmailbox.list;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An address or domain on an allow or block list.
 *
 * @param entry lower case: {@code user@example.com}, {@code example.com} (only that domain) or
 *     {@code .example.com} (its subdomains)
 * @param scope the level it belongs to
 * @param suppression true for an address that bounced or complained; shown read-only in send/block
 * @param byKey whether an API key may have created it: such an allow entry never overrides a list
 *     made by a human
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
  /** An entry created by a human or by the service. */
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

  /** The same entry, as created by a human. */
  public ListEntry asHumans() {
    return new ListEntry(entry, direction, type, scope, reason, suppression, false, createdAt);
  }

  /** The mail a list applies to; reply is inbound mail that answers ours. */
  public enum Direction {
    SEND,
    RECEIVE,
    REPLY;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether a list allows or blocks. */
  public enum Type {
    ALLOW,
    BLOCK;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether the entry is an address rather than a domain. */
  public boolean isAddress() {
    return entry.indexOf('@') > 0;
  }
}
