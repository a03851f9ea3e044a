package dev.agentmailbox.operation;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.flow.notice.CodeMailer;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.PasskeyVerifier;

/**
 * The ways in for agents and people.
 *
 * @param directedCodes what an owner hands to an agent
 * @param signUp where the agent uses it
 * @param claims where the human takes the agent's inbox over
 * @param modes who may sign up at present
 * @param waitlist where people ask to be let in
 * @param invites with which operators let them in
 * @param redemption where they use them
 * @param signIn with a mailed code
 * @param passkeys of a signed-in human
 * @param passkeySignIn with a passkey
 */
public record Entrances(
    DirectedCodes directedCodes,
    SignUp signUp,
    Claims claims,
    SignUpModes modes,
    Waitlist waitlist,
    Invites invites,
    Redemption redemption,
    SignIn signIn,
    Passkeys passkeys,
    PasskeySignIn passkeySignIn) {
  /**
   * What the entrances are made of.
   *
   * @param plan of organizations that people get
   */
  public record Parts(
      MailboxContext context,
      OnceRunner runner,
      Codes codes,
      CodeMailer mailer,
      Sessions sessions,
      Inboxes inboxes,
      PasskeyVerifier verifier,
      SignUpSettings settings,
      Plan plan) {}

  /** The entrances of a service. */
  public static Entrances of(Parts parts) {
    MailboxContext context = parts.context();
    OnceRunner runner = parts.runner();
    Codes codes = parts.codes();
    DirectedCodes directedCodes = new DirectedCodes(context, runner, codes, parts.settings());
    Claims claims = new Claims(context, runner, codes);
    SignUp signUp = new SignUp(context, runner, codes, directedCodes, parts.inboxes(), claims);
    SignUpModes modes = new SignUpModes(context, parts.settings());
    Newcomers newcomers = new Newcomers(context, modes, parts.plan());
    Invites invites =
        new Invites(context, runner, codes, parts.mailer(), newcomers, parts.settings());
    PasskeyChallenges challenges = new PasskeyChallenges(codes, parts.verifier());
    return new Entrances(
        directedCodes,
        signUp,
        claims,
        modes,
        new Waitlist(context, runner, codes, modes, newcomers),
        invites,
        new Redemption(context, codes, invites),
        new SignIn(context, codes, parts.mailer(), parts.sessions(), newcomers),
        new Passkeys(context, codes, parts.verifier(), challenges),
        new PasskeySignIn(context, parts.verifier(), challenges, parts.sessions()));
  }
}
