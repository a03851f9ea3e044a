/**
 * Operations on inboxes, messages, threads, lists and policies as rows, and the objects they
 * answer. Not here: what an operation does.
 */
@NullMarked
package dev.agentmailbox.http.api.message;

import org.jspecify.annotations.NullMarked;
