/**
 * Operations on organizations, people, operators, sign-up and usage as rows, and the objects they
 * answer. Not here: what an operation does.
 */
@NullMarked
package dev.agentmailbox.http.api.account;

import org.jspecify.annotations.NullMarked;
