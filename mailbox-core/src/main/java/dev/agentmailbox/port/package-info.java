/** What others provide: storage, transport, time. Not here: any implementation. */
@NullMarked
package dev.agentmailbox.port;

import org.jspecify.annotations.NullMarked;
