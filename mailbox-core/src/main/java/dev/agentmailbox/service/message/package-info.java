/**
 * Reading mail: messages, threads, labels, search, trash and held mail. Not here: inbound
 * processing.
 */
@NullMarked
package dev.agentmailbox.service.message;

import org.jspecify.annotations.NullMarked;
