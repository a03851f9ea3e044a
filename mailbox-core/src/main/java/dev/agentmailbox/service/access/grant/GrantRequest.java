package dev.agentmailbox.service.access.grant;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program asks a human for, as it came through the human's browser (RFC 6749 section 4.1.1,
 * RFC 7636, RFC 8707). Nothing of it is checked yet.
 *
 * @param scope names of permissions, with a space between; unknown ones are ignored
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

  /** What is suggested when the program names nothing that is known. */
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

  /** The permissions asked for, to be shown to the human. */
  public Set<Permission> permissions() {
    EnumSet<Permission> asked = EnumSet.noneOf(Permission.class);
    if (scope != null) {
      Arrays.stream(scope.split(" ")).forEach(name -> Permission.named(name).ifPresent(asked::add));
    }
    return asked.isEmpty() ? EnumSet.copyOf(USUAL) : asked;
  }

  /** What a program that names no permissions is offered. */
  public static Set<Permission> usualPermissions() {
    return EnumSet.copyOf(USUAL);
  }

  /**
   * Refuses what can be told to the program by a redirect.
   *
   * @param resources the addresses that this service answers to
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
      throw new GrantRefusal(Reason.INVALID_TARGET, "the resource is not here");
    }
  }
}
