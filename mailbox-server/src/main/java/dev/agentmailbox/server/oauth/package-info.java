/** OAuth 2 as a client of a relay's token endpoint. Not here: OAuth for callers of the API. */
@NullMarked
package dev.agentmailbox.server.oauth;

import org.jspecify.annotations.NullMarked;
