/**
 * The one exception callers see, and its codes. Not here: how a door (HTTP, SMTP) words or numbers
 * them.
 */
@NullMarked
package dev.agentmailbox.error;

import org.jspecify.annotations.NullMarked;
