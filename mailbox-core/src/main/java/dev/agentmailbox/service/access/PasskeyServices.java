package dev.agentmailbox.service.access;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.service.request.IdempotencyRunner;

/**
 * The passkey services. Thread safe.
 *
 * @param own management of a human's own passkeys
 * @param signIn sign-in and step-up
 */
public record PasskeyServices(Passkeys own, PasskeySignIn signIn) {
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
