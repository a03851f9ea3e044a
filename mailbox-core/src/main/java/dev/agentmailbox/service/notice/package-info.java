/**
 * Mail from the service to its humans: codes, approvals, changes of membership. Not here: mail of
 * agents.
 */
@NullMarked
package dev.agentmailbox.service.notice;

import org.jspecify.annotations.NullMarked;
