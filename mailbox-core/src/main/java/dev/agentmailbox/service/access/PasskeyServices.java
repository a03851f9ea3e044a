package dev.agentmailbox.service.access;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.service.IdempotencyRunner;

/**
 * What humans do with passkeys. Thread safe.
 *
 * @param own those of a signed-in human
 * @param signIn with one of them
 */
public record PasskeyServices(Passkeys own, PasskeySignIn signIn) {
  /** Makes them. */
  public static PasskeyServices of(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      PasskeyVerifier verifier,
      Sessions sessions) {
    PasskeyChallenges challenges = new PasskeyChallenges(codes, verifier);
    return new PasskeyServices(
        new Passkeys(context, runner, codes, verifier, challenges),
        new PasskeySignIn(context, verifier, challenges, sessions));
  }
}
