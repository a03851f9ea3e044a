package dev.agentmailbox.service.signup;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.port.access.PasskeyVerifier;
import dev.agentmailbox.service.IdempotencyRunner;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.PasskeyChallenges;
import dev.agentmailbox.service.access.PasskeySignIn;
import dev.agentmailbox.service.access.Passkeys;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.access.grant.GrantClients;
import dev.agentmailbox.service.access.grant.GrantTokens;
import dev.agentmailbox.service.access.grant.Grants;
import dev.agentmailbox.service.account.Memberships;
import dev.agentmailbox.service.account.Newcomers;
import dev.agentmailbox.service.account.SignUpModes;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.notice.HumanMailer;
import dev.agentmailbox.webhook.WebhookAddress;

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
 * @param memberships a human's own
 * @param grantClients programs that cannot hold a key
 * @param grants what humans allow them
 * @param grantTokens the secrets they get for it
 */
public record SignUpServices(
    DirectedCodes directedCodes,
    SignUp signUp,
    Claims claims,
    SignUpModes modes,
    Waitlist waitlist,
    Invites invites,
    Redemption redemption,
    SignIn signIn,
    Passkeys passkeys,
    PasskeySignIn passkeySignIn,
    Memberships memberships,
    GrantClients grantClients,
    Grants grants,
    GrantTokens grantTokens) {
  /**
   * What of the world outside the entrances look at.
   *
   * @param addresses where programs' documents may be
   * @param plan of organizations that people get
   */
  public record Outside(
      PasskeyVerifier verifier,
      ClientDocuments documents,
      WebhookAddress addresses,
      SignUpSettings settings,
      Plan plan) {}

  /** What the entrances are made of. */
  public record Parts(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      HumanMailer mailer,
      Sessions sessions,
      Inboxes inboxes,
      ApiKeys apiKeys,
      Outside outside) {}

  /** The entrances of a service. */
  public static SignUpServices of(Parts parts) {
    MailboxContext context = parts.context();
    IdempotencyRunner runner = parts.runner();
    Codes codes = parts.codes();
    DirectedCodes directedCodes =
        new DirectedCodes(context, runner, codes, parts.outside().settings());
    Claims claims = new Claims(context, runner, codes);
    SignUp signUp = new SignUp(context, runner, codes, directedCodes, parts.inboxes(), claims);
    SignUpModes modes = new SignUpModes(context, parts.outside().settings());
    Newcomers newcomers = new Newcomers(context, modes, parts.outside().plan());
    Invites invites =
        new Invites(context, runner, codes, parts.mailer(), newcomers, parts.outside().settings());
    Outside outside = parts.outside();
    GrantClients clients =
        new GrantClients(context, codes, outside.documents(), outside.addresses());
    PasskeyChallenges challenges = new PasskeyChallenges(codes, parts.outside().verifier());
    SignIn signIn = new SignIn(context, codes, parts.mailer(), parts.sessions(), newcomers);
    return new SignUpServices(
        directedCodes,
        signUp,
        claims,
        modes,
        new Waitlist(context, runner, codes, modes, signIn),
        invites,
        new Redemption(context, runner, codes, invites),
        signIn,
        new Passkeys(context, runner, codes, parts.outside().verifier(), challenges),
        new PasskeySignIn(context, parts.outside().verifier(), challenges, parts.sessions()),
        new Memberships(context, runner),
        clients,
        new Grants(context, runner, clients, parts.apiKeys()),
        new GrantTokens(context));
  }
}
