/** OAuth grants (RFC 6749, RFC 7591). Not here: the HTTP endpoints. */
@NullMarked
package dev.agentmailbox.service.access.grant;

import org.jspecify.annotations.NullMarked;
