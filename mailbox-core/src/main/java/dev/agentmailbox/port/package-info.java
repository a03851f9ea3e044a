/** Interfaces to storage, mail transport and other infrastructure. Not here: any implementation. */
@NullMarked
package dev.agentmailbox.port;

import org.jspecify.annotations.NullMarked;
