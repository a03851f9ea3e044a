/**
 * HTTP operations for sends, drafts and approvals, and their response objects. Not here: their
 * implementation.
 */
@NullMarked
package dev.agentmailbox.http.api.sending;

import org.jspecify.annotations.NullMarked;
