/** The new part of a reply, without quotes and signature. Not here: HTML parsing. */
@NullMarked
package dev.agentmailbox.mime.reply;

import org.jspecify.annotations.NullMarked;
