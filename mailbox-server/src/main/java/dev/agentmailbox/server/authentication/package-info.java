/**
 * Authentication of inbound mail: SPF, DKIM, DMARC and the author address. Not here: the
 * consequences, which the core decides.
 */
@NullMarked
package dev.agentmailbox.server.authentication;

import org.jspecify.annotations.NullMarked;
