/** Storage of organizations, pods, humans, invites and usage. Not here: any implementation. */
@NullMarked
package dev.agentmailbox.port.account;

import org.jspecify.annotations.NullMarked;
