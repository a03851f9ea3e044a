/** Audit trails over HTTP: their operations, their export, and its check without a server. */
@NullMarked
package dev.agentmailbox.http.audit;

import org.jspecify.annotations.NullMarked;
