package dev.agentmailbox.access;

import java.util.Set;

/** The authenticated caller, the first argument of every operation. Immutable. */
public sealed interface Caller {
  /** What the caller can access. */
  Scope scope();

  /** Whether the caller has this permission within its scope. */
  boolean may(Permission permission);

  /** Whether the caller is human, as approving, releasing and loosening policy require. */
  default boolean isHuman() {
    return false;
  }

  /** A stable identity: the key's id, the human's id, or {@code embedder}. */
  String id();

  /**
   * An agent with an API key.
   *
   * @param claimed false for a sign-up key whose inbox has not been claimed: it has no permissions
   *     yet
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
   * A signed-in human acting in one organization.
   *
   * @param id {@code usr_…}
   * @param role the human's role in the organization
   * @param verified whether the human passed step-up recently enough
   * @param operator whether the human operates the platform
   */
  record Human(
      String id,
      Scope scope,
      Role role,
      Set<Permission> permissions,
      boolean verified,
      boolean operator)
      implements Caller {
    /** The empty scope of a human without an organization. */
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

  /** The embedding process, with every permission in one organization. */
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
