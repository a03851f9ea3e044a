package dev.agentmailbox.operation;

import dev.agentmailbox.port.MailboxContext;

/**
 * The ways in for agents and people who have no account yet.
 *
 * @param directedCodes what an owner hands to an agent
 * @param signUp where the agent uses it
 * @param claims where the human takes the agent's inbox over
 */
public record Entrances(DirectedCodes directedCodes, SignUp signUp, Claims claims) {
  /** The entrances of a service. */
  public static Entrances of(
      MailboxContext context,
      OnceRunner runner,
      Codes codes,
      Inboxes inboxes,
      SignUpSettings settings) {
    DirectedCodes directedCodes = new DirectedCodes(context, runner, codes, settings);
    Claims claims = new Claims(context, runner, codes);
    SignUp signUp = new SignUp(context, runner, codes, directedCodes, inboxes, claims);
    return new Entrances(directedCodes, signUp, claims);
  }
}
