/** Sending and receiving policies, allow and block lists. Not here: the checks that apply them. */
@NullMarked
package dev.agentmailbox.service.policy;

import org.jspecify.annotations.NullMarked;
