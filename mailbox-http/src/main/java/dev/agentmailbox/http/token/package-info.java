/** Signed tokens: page tokens, event cursors, download links. Not here: what they point at. */
@NullMarked
package dev.agentmailbox.http.token;

import org.jspecify.annotations.NullMarked;
