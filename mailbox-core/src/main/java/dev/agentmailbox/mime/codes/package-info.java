/** One-time codes and verification links in messages. Not here: access control. */
@NullMarked
package dev.agentmailbox.mime.codes;

import org.jspecify.annotations.NullMarked;
