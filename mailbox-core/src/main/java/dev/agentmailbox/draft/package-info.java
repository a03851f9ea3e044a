/** Mail that is still being written; what becomes of it once it is sent is {@code sending}. */
@NullMarked
package dev.agentmailbox.draft;

import org.jspecify.annotations.NullMarked;
