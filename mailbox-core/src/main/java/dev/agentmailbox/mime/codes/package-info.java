/** One-time codes and verification links in a message. Not here: who may read them. */
@NullMarked
package dev.agentmailbox.mime.codes;

import org.jspecify.annotations.NullMarked;
