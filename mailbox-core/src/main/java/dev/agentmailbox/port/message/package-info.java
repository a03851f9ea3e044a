/**
 * Storage of inboxes, messages, threads, lists and the search index. Not here: any implementation.
 */
@NullMarked
package dev.agentmailbox.port.message;

import org.jspecify.annotations.NullMarked;
