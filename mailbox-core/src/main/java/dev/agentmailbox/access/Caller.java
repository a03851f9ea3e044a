package dev.agentmailbox.access;

import java.util.Set;

/**
 * Who is asking, after authentication. Operations take it as their first argument.
 *
 * <p>Immutable and thread safe.
 */
public sealed interface Caller {
  /** What the caller sees. */
  Scope scope();

  /** Whether the caller may do this inside its scope. */
  boolean may(Permission permission);

  /** Whether a human is asking: only a human may loosen, approve, release. */
  default boolean isHuman() {
    return false;
  }

  /**
   * An identity that is stable over requests: the key's id, the human's id, or {@code embedder}.
   */
  String id();

  /**
   * An agent with an API key.
   *
   * @param claimed false for a sign-up key before its inbox was claimed: it may do nothing yet
   */
  record Key(ApiKey key, boolean claimed) implements Caller {
    @Override
    public Scope scope() {
      return key.scope();
    }

    @Override
    public boolean may(Permission permission) {
      return claimed && key.permissions().contains(permission);
    }

    @Override
    public String id() {
      return key.id();
    }
  }

  /**
   * A signed-in human, as a member of one organization.
   *
   * @param id {@code usr_…}
   * @param role what the human may do beside what the permissions name
   * @param verified whether the human proved within the step-up time that it is still the same
   * @param operator whether the human runs the platform
   */
  record Human(
      String id,
      Scope scope,
      Role role,
      Set<Permission> permissions,
      boolean verified,
      boolean operator)
      implements Caller {
    /** The scope of a human who belongs to no organization; nothing is in it. */
    public static final Scope NOWHERE = Scope.organization("");

    public Human {
      permissions = Set.copyOf(permissions);
    }

    @Override
    public boolean may(Permission permission) {
      return permissions.contains(permission);
    }

    @Override
    public boolean isHuman() {
      return true;
    }

    /** Whether the human is an active member of an organization. */
    public boolean isMember() {
      return !scope.equals(NOWHERE);
    }
  }

  /** The process that embeds the mailbox, acting for one organization with every permission. */
  record Embedder(Scope scope) implements Caller {
    @Override
    public boolean may(Permission permission) {
      return true;
    }

    @Override
    public String id() {
      return "embedder";
    }
  }
}
