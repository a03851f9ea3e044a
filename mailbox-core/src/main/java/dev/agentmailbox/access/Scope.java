package dev.agentmailbox.access;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller can access: an organization, one of its pods, or one inbox. The first argument of
 * every finder, so that out of scope and missing are indistinguishable.
 *
 * @param organizationId always present
 * @param podId present for a pod and for an inbox
 * @param inboxId lower-case address; present for an inbox only
 */
public record Scope(String organizationId, @Nullable String podId, @Nullable String inboxId) {
  public Scope {
    if (inboxId != null && podId == null) {
      throw new IllegalArgumentException("an inbox scope names its pod");
    }
  }

  public static Scope organization(String organizationId) {
    return new Scope(organizationId, null, null);
  }

  public static Scope pod(String organizationId, String podId) {
    return new Scope(organizationId, podId, null);
  }

  public static Scope inbox(String organizationId, String podId, String inboxId) {
    return new Scope(organizationId, podId, inboxId);
  }

  public ScopeType type() {
    if (inboxId != null) {
      return ScopeType.INBOX;
    }
    return podId != null ? ScopeType.POD : ScopeType.ORGANIZATION;
  }

  /** Id of the organization, pod or inbox. */
  public String id() {
    if (inboxId != null) {
      return inboxId;
    }
    return podId != null ? podId : organizationId;
  }

  public Optional<String> pod() {
    return Optional.ofNullable(podId);
  }

  public Optional<String> inbox() {
    return Optional.ofNullable(inboxId);
  }

  /** Whether an object of this pod and inbox, null for none, lies within the scope. */
  public boolean contains(String organization, @Nullable String pod, @Nullable String inbox) {
    return organizationId.equals(organization)
        && (podId == null || podId.equals(pod))
        && (inboxId == null || Objects.equals(inboxId, inbox));
  }

  /** Whether the other scope equals this one or lies within it. */
  public boolean contains(Scope other) {
    return contains(other.organizationId, other.podId, other.inboxId);
  }

  /** This scope narrowed to one pod; empty when the pod lies outside it. */
  public Optional<Scope> narrowToPod(String pod) {
    if (podId == null) {
      return Optional.of(pod(organizationId, pod));
    }
    return podId.equals(pod) ? Optional.of(this) : Optional.empty();
  }
}
