/** Storage of audit trails. Not here: which facts are recorded. */
@NullMarked
package dev.agentmailbox.port.audit;

import org.jspecify.annotations.NullMarked;
