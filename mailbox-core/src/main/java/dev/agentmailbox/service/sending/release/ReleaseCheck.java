package dev.agentmailbox.service.sending.release;

import java.util.function.Function;

/**
 * One of the twelve checks.
 *
 * @param number place in the specification's table
 * @param name for the dry run
 */
record ReleaseCheck(int number, String name, Function<SendFacts, Finding> judge) {
  Finding find(SendFacts facts) {
    return judge.apply(facts);
  }
}
