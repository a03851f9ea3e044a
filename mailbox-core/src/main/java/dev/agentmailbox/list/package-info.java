/** Whom an inbox may write to and hear from. Not here: when the lists are asked. */
@NullMarked
package dev.agentmailbox.list;

import org.jspecify.annotations.NullMarked;
