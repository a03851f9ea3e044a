/**
 * A mailbox for the tests of someone's own agent, with JUnit 5 or 6. Not here: anything the service
 * itself needs; without JUnit on the class path nothing else misses it.
 */
@NullMarked
package dev.agentmailbox.junit;

import org.jspecify.annotations.NullMarked;
