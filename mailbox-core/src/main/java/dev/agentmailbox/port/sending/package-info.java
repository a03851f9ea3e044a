/** Storage of sends, drafts and approvals. Not here: any implementation. */
@NullMarked
package dev.agentmailbox.port.sending;

import org.jspecify.annotations.NullMarked;
