/**
 * The pages of the humans' console: a client of the API with no door of its own. Not here: signing
 * in, or anything the pages do.
 */
@NullMarked
package dev.agentmailbox.http.console;

import org.jspecify.annotations.NullMarked;
