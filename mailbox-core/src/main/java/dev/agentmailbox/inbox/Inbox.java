package dev.agentmailbox.inbox;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An address that receives and sends.
 *
 * @param address the inbox id: the whole address in lower case
 * @param clientId the caller's own handle, unique within the organization
 * @param claimed false for an inbox made by sign-up until its human claims it: it receives nothing
 * @param metadata the caller's JSON object, at most {@link #MAX_METADATA_BYTES} as JSON; values are
 *     strings, numbers, booleans, nulls, lists and maps
 * @param storedBytes sizes of all its messages together
 */
public record Inbox(
    String organizationId,
    String podId,
    String address,
    @Nullable String displayName,
    @Nullable String clientId,
    InboxStatus status,
    boolean claimed,
    Map<String, Object> metadata,
    Policy policy,
    long storedBytes,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_METADATA_BYTES = 4_096;
  public static final int MAX_DISPLAY_NAME_CHARACTERS = 128;
  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /** More than this and mail is refused with 452 4.2.2. */
  public static final long MAX_STORED_BYTES = 5L << 30;

  public Inbox {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  public Scope scope() {
    return Scope.inbox(organizationId, podId, address);
  }

  /** The same inbox, active or paused. */
  public Inbox withStatus(InboxStatus changed, Instant now) {
    return new Inbox(
        organizationId,
        podId,
        address,
        displayName,
        clientId,
        changed,
        claimed,
        metadata,
        policy,
        storedBytes,
        createdAt,
        now);
  }

  /** The same inbox after its human claimed it. */
  public Inbox asClaimed(Instant now) {
    return new Inbox(
        organizationId,
        podId,
        address,
        displayName,
        clientId,
        status,
        true,
        metadata,
        policy,
        storedBytes,
        createdAt,
        now);
  }

  /** The same inbox with another policy. */
  public Inbox withPolicy(Policy changed, Instant now) {
    return new Inbox(
        organizationId,
        podId,
        address,
        displayName,
        clientId,
        status,
        claimed,
        metadata,
        changed,
        storedBytes,
        createdAt,
        now);
  }

  public boolean receives() {
    return status == InboxStatus.ACTIVE && claimed;
  }

  public String domain() {
    return address.substring(address.indexOf('@') + 1);
  }
}
