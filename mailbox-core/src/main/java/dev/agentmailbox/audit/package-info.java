/** The audit trail of an organization: its actions and their actors, in a chain of hashes. */
@NullMarked
package dev.agentmailbox.audit;

import org.jspecify.annotations.NullMarked;
