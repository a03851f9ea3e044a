/**
 * Reading mail: messages, threads, labels, search, trash and held mail. Not here: how mail arrives.
 */
@NullMarked
package dev.agentmailbox.service.message;

import org.jspecify.annotations.NullMarked;
