/**
 * A mailbox in a Spring Boot application, configured by itself. Spring is an optional dependency:
 * this package is dead without it.
 */
@NullMarked
package dev.agentmailbox.store.h2.springboot;

import org.jspecify.annotations.NullMarked;
