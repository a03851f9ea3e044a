/** Notices in browsers: Web Push. */
@NullMarked
package dev.agentmailbox.server.push;

import org.jspecify.annotations.NullMarked;
