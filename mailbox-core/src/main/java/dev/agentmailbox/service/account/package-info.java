/**
 * Organizations, pods, members, operators, quotas, usage and metrics. Not here: keys and sessions.
 */
@NullMarked
package dev.agentmailbox.service.account;

import org.jspecify.annotations.NullMarked;
