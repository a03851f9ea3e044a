/** Small programs that show one thing each. Not here: anything to depend on. */
@NullMarked
package dev.agentmailbox.examples;

import org.jspecify.annotations.NullMarked;
