/** How threads are made. Not here: what they do. */
@NullMarked
package dev.agentmailbox.thread;

import org.jspecify.annotations.NullMarked;
