package dev.agentmailbox.service.signup;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.account.Onboarding;
import dev.agentmailbox.service.account.SignUpModes;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.service.request.IdempotencyRunner;

/**
 * The sign-up services. Thread safe.
 *
 * @param directedCodes codes an owner hands to an agent
 * @param agents sign-up of agents with such a code
 * @param claims claims of the agents' inboxes by humans
 * @param modes who may sign up
 * @param waitlist the waitlist
 * @param invites invites by operators
 * @param redemption redemption of invites
 * @param signIn sign-in by mailed code, which also creates accounts
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
   * Creates the services.
   *
   * @param plan plan of new organizations
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
    Onboarding onboarding = new Onboarding(context, modes, plan);
    Invites invites = new Invites(context, runner, codes, mailer, onboarding, settings);
    SignIn signIn = new SignIn(context, codes, mailer, sessions, onboarding);
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
