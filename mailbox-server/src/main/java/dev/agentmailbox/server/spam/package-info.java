/**
 * Asks a spam filter that runs beside this service, and knows the relays in front of it. Not here:
 * what follows from the answer.
 */
@NullMarked
package dev.agentmailbox.server.spam;

import org.jspecify.annotations.NullMarked;
