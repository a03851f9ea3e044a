/** Mail on its way out, as records. Not here: the checks that decide about it and the delivery. */
@NullMarked
package dev.agentmailbox.sending;

import org.jspecify.annotations.NullMarked;
