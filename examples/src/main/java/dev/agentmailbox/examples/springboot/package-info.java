/** A mailbox in a Spring Boot application. Not here: an agent. */
@NullMarked
package dev.agentmailbox.examples.springboot;

import org.jspecify.annotations.NullMarked;
