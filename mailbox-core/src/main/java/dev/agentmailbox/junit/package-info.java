/**
 * A mailbox for tests of agents, with JUnit 5 or 6. Not here: anything the service itself needs;
 * JUnit is optional.
 */
@NullMarked
package dev.agentmailbox.junit;

import org.jspecify.annotations.NullMarked;
