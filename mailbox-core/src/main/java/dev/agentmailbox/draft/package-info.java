/** Mail being written. Not here: its delivery, see {@code sending}. */
@NullMarked
package dev.agentmailbox.draft;

import org.jspecify.annotations.NullMarked;
