/**
 * Operations on keys, grants, passkeys and sign-in as rows, and the objects they answer. Not here:
 * what an operation does.
 */
@NullMarked
package dev.agentmailbox.http.api.access;

import org.jspecify.annotations.NullMarked;
