/**
 * HTTP operations for keys, grants, passkeys and sign-in, and their response objects. Not here:
 * their implementation.
 */
@NullMarked
package dev.agentmailbox.http.api.access;

import org.jspecify.annotations.NullMarked;
