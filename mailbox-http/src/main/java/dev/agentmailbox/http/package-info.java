/** Entry point of the HTTP interface: settings, start and stop. Not here: individual operations. */
@NullMarked
package dev.agentmailbox.http;

import org.jspecify.annotations.NullMarked;
