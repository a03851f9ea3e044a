package dev.agentmailbox.service.sending.release;

import java.util.function.Function;

/**
 * One of the twelve checks.
 *
 * @param number in the specification's table
 * @param name shown in the dry run
 */
record ReleaseCheck(int number, String name, Function<SendFacts, Finding> judge) {
  Finding find(SendFacts facts) {
    return judge.apply(facts);
  }
}
