/** Signed tokens: page tokens, event cursors, download links. Not here: what they refer to. */
@NullMarked
package dev.agentmailbox.http.token;

import org.jspecify.annotations.NullMarked;
