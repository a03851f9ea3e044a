/** The server in a container, for tests. Not here: tests that use it. */
@NullMarked
package dev.agentmailbox.examples.testcontainers;

import org.jspecify.annotations.NullMarked;
