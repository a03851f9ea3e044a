/** Small programs, each showing one feature. Not here: reusable code. */
@NullMarked
package dev.agentmailbox.examples;

import org.jspecify.annotations.NullMarked;
