/** Ownership: organizations, pods, plans, humans, policies. Not here: addresses and mail. */
@NullMarked
package dev.agentmailbox.account;

import org.jspecify.annotations.NullMarked;
