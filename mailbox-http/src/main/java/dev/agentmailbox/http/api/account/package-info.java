/**
 * HTTP operations for organizations, humans, operators, sign-up and usage, and their response
 * objects. Not here: their implementation.
 */
@NullMarked
package dev.agentmailbox.http.api.account;

import org.jspecify.annotations.NullMarked;
