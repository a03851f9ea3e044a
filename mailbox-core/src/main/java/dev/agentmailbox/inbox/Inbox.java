package dev.agentmailbox.inbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An inbox.
 *
 * @param scope its inbox id is the full address in lower case
 * @param claimed false for an inbox created by sign-up until its human claims it; receives no mail
 *     until then
 * @param storedBytes total size of its messages
 */
public record Inbox(
    Scope scope,
    Profile profile,
    InboxStatus status,
    boolean claimed,
    Policy policy,
    long storedBytes,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_METADATA_BYTES = 4_096;
  public static final int MAX_DISPLAY_NAME_CHARACTERS = 128;
  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /** Storage limit in bytes; beyond it mail is refused with 452 4.2.2. */
  public static final long MAX_STORED_BYTES = 5L << 30;

  /**
   * Client-supplied fields.
   *
   * @param clientId client-assigned identifier, unique within the organization
   * @param metadata JSON object of at most {@link #MAX_METADATA_BYTES} as JSON; values are strings,
   *     numbers, booleans, nulls, lists and maps
   */
  public record Profile(
      @Nullable String displayName, @Nullable String clientId, Map<String, Object> metadata) {
    public Profile {
      metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
  }

  /** A new active inbox. */
  public static Inbox made(Scope scope, Profile profile, boolean claimed, Instant now) {
    return new Inbox(scope, profile, InboxStatus.ACTIVE, claimed, Policy.INHERIT, 0, now, now);
  }

  /** The id for an address, which callers may write in upper case. */
  public static String normal(String inboxId) {
    return inboxId.toLowerCase(Locale.ROOT);
  }

  public String organizationId() {
    return scope.organizationId();
  }

  public String podId() {
    return Objects.requireNonNull(scope.podId());
  }

  public String address() {
    return scope.id();
  }

  public @Nullable String displayName() {
    return profile.displayName();
  }

  public @Nullable String clientId() {
    return profile.clientId();
  }

  public Map<String, Object> metadata() {
    return profile.metadata();
  }

  public Inbox withStatus(InboxStatus changed, Instant now) {
    return new Inbox(scope, profile, changed, claimed, policy, storedBytes, createdAt, now);
  }

  public Inbox asClaimed(Instant now) {
    return new Inbox(scope, profile, status, true, policy, storedBytes, createdAt, now);
  }

  public Inbox withPolicy(Policy changed, Instant now) {
    return new Inbox(scope, profile, status, claimed, changed, storedBytes, createdAt, now);
  }

  public boolean receives() {
    return status == InboxStatus.ACTIVE && claimed;
  }

  public String domain() {
    return address().substring(address().indexOf('@') + 1);
  }
}
