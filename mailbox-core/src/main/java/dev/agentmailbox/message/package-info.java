/** Messages, threads, labels and attachments. Not here: parsing and sending. */
@NullMarked
package dev.agentmailbox.message;

import org.jspecify.annotations.NullMarked;
