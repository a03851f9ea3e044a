/**
 * Whether inbound mail comes from whom it says: SPF, DKIM, DMARC, and which author is meant. Not
 * here: what follows from it, which the core decides.
 */
@NullMarked
package dev.agentmailbox.server.authentication;

import org.jspecify.annotations.NullMarked;
