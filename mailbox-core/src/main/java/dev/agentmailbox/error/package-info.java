/** The exception thrown to callers, and its codes. Not here: their mapping to HTTP or SMTP. */
@NullMarked
package dev.agentmailbox.error;

import org.jspecify.annotations.NullMarked;
