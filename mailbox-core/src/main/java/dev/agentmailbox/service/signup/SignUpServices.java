package dev.agentmailbox.service.signup;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.IdempotencyRunner;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.account.Newcomers;
import dev.agentmailbox.service.account.SignUpModes;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.notice.HumanMailer;

/**
 * How agents and people who are not known yet get in. Thread safe.
 *
 * @param directedCodes what an owner hands to an agent
 * @param agents where the agent uses it
 * @param claims where the human takes the agent's inbox over
 * @param modes who may sign up at present
 * @param waitlist where people ask to be let in
 * @param invites with which operators let them in
 * @param redemption where they use them
 * @param signIn with a mailed code, which also lets new people in
 */
public record SignUpServices(
    DirectedCodes directedCodes,
    SignUp agents,
    Claims claims,
    SignUpModes modes,
    Waitlist waitlist,
    Invites invites,
    Redemption redemption,
    SignIn signIn) {
  /**
   * Makes them.
   *
   * @param plan of organizations that people get
   */
  public static SignUpServices of(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      HumanMailer mailer,
      Sessions sessions,
      Inboxes inboxes,
      SignUpSettings settings,
      Plan plan) {
    DirectedCodes directedCodes = new DirectedCodes(context, runner, codes, settings);
    Claims claims = new Claims(context, runner, codes);
    SignUpModes modes = new SignUpModes(context, settings);
    Newcomers newcomers = new Newcomers(context, modes, plan);
    Invites invites = new Invites(context, runner, codes, mailer, newcomers, settings);
    SignIn signIn = new SignIn(context, codes, mailer, sessions, newcomers);
    return new SignUpServices(
        directedCodes,
        new SignUp(context, runner, codes, directedCodes, inboxes, claims),
        claims,
        modes,
        new Waitlist(context, runner, codes, modes, signIn),
        invites,
        new Redemption(context, runner, codes, invites),
        signIn);
  }
}
