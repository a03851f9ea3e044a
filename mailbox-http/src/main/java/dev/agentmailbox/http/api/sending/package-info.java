/**
 * Operations on sends, drafts and approvals as rows, and the objects they answer. Not here: what an
 * operation does.
 */
@NullMarked
package dev.agentmailbox.http.api.sending;

import org.jspecify.annotations.NullMarked;
