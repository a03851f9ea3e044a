/** What was said: messages, threads, labels, attachments. Not here: how mail is parsed or sent. */
@NullMarked
package dev.agentmailbox.message;

import org.jspecify.annotations.NullMarked;
