package dev.agentmailbox.operation;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.flow.notice.CodeMailer;
import dev.agentmailbox.port.MailboxContext;

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
 */
public record Entrances(
    DirectedCodes directedCodes,
    SignUp signUp,
    Claims claims,
    SignUpModes modes,
    Waitlist waitlist,
    Invites invites,
    Redemption redemption,
    SignIn signIn) {
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
    return new Entrances(
        directedCodes,
        signUp,
        claims,
        modes,
        new Waitlist(context, runner, codes, modes, newcomers),
        invites,
        new Redemption(context, codes, invites),
        new SignIn(context, codes, parts.mailer(), parts.sessions(), newcomers));
  }
}
