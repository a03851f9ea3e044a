package dev.agentmailbox.service.access.grant;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An OAuth authorization request, as received through the browser (RFC 6749 section 4.1.1, RFC
 * 7636, RFC 8707); not validated.
 *
 * @param scope space-separated permission names; unknown ones are ignored
 */
public record GrantRequest(
    String clientId,
    String redirectUri,
    @Nullable String responseType,
    @Nullable String codeChallenge,
    @Nullable String codeChallengeMethod,
    @Nullable String scope,
    @Nullable String resource) {
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");

  /** Suggested when the client requests no known permission. */
  private static final Set<Permission> USUAL =
      EnumSet.of(
          Permission.INBOX_READ,
          Permission.MESSAGE_READ,
          Permission.MESSAGE_UPDATE,
          Permission.MESSAGE_SEND,
          Permission.DRAFT_READ,
          Permission.DRAFT_CREATE,
          Permission.DRAFT_UPDATE,
          Permission.DRAFT_SEND,
          Permission.EVENT_READ);

  /** The requested permissions, to be shown to the human. */
  public Set<Permission> permissions() {
    EnumSet<Permission> asked = EnumSet.noneOf(Permission.class);
    if (scope != null) {
      Arrays.stream(scope.split(" ")).forEach(name -> Permission.named(name).ifPresent(asked::add));
    }
    return asked.isEmpty() ? EnumSet.copyOf(USUAL) : asked;
  }

  /** Permissions offered when the client requests none. */
  public static Set<Permission> usualPermissions() {
    return EnumSet.copyOf(USUAL);
  }

  /**
   * Validates what can be reported to the client by a redirect.
   *
   * @param resources resource URLs of this service
   * @throws GrantRefusal {@code unsupported_response_type}, {@code invalid_request}, {@code
   *     invalid_target}
   */
  public void requireWellFormed(Set<String> resources) {
    if (!"code".equals(responseType)) {
      throw new GrantRefusal(Reason.UNSUPPORTED_RESPONSE_TYPE, "response_type must be code");
    }
    boolean proof = codeChallenge != null && CHALLENGE.matcher(codeChallenge).matches();
    if (!proof || !"S256".equals(codeChallengeMethod)) {
      throw new GrantRefusal(
          Reason.INVALID_REQUEST, "code_challenge with code_challenge_method S256 is required");
    }
    if (resource != null && !resources.contains(resource)) {
      throw new GrantRefusal(Reason.INVALID_TARGET, "resource is not an address of this service");
    }
  }
}
