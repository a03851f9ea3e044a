/** Thread factories. Not here: what runs on the threads. */
@NullMarked
package dev.agentmailbox.thread;

import org.jspecify.annotations.NullMarked;
