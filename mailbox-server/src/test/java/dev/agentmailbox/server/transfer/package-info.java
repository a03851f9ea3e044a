/** Whole stores in and out, on real databases. */
@NullMarked
package dev.agentmailbox.server.transfer;

import org.jspecify.annotations.NullMarked;
