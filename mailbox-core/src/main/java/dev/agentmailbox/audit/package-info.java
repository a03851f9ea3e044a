/** The audit trail of an organization: what was done, by whom, in a chain of hashes. */
@NullMarked
package dev.agentmailbox.audit;

import org.jspecify.annotations.NullMarked;
