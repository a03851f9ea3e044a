/**
 * Questions to the domain name system, with time limits. Not here: what the answers mean for mail.
 */
@NullMarked
package dev.agentmailbox.server.dns;

import org.jspecify.annotations.NullMarked;
