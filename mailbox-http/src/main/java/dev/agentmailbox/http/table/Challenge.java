package dev.agentmailbox.http.table;

import java.util.Map;

/**
 * Additional content of a 401 for a caller without a key.
 *
 * @param parameter of the scheme Bearer in {@code WWW-Authenticate} (RFC 9110 section 11.6.1)
 * @param humanMessage for the human behind the agent, by language
 */
public record Challenge(String parameter, Map<String, String> humanMessage) {
  public Challenge {
    humanMessage = Map.copyOf(humanMessage);
  }
}
