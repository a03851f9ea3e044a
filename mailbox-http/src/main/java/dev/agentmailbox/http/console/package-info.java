/**
 * Serves the console, which is a client of the public API. Not here: sign-in, and what the pages
 * do.
 */
@NullMarked
package dev.agentmailbox.http.console;

import org.jspecify.annotations.NullMarked;
