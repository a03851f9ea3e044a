/**
 * Mail going out over SMTP: our own client and where it connects to. Not here: when a message is
 * tried again, or what becomes of a refused one.
 */
@NullMarked
package dev.agentmailbox.server.delivery;

import org.jspecify.annotations.NullMarked;
