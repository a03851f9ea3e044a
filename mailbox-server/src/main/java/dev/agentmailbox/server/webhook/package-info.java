/**
 * Posts to webhook endpoints and fetches documents of programs with Apache HttpClient, and only at
 * addresses that were vetted. Not here: when, and what.
 */
@NullMarked
package dev.agentmailbox.server.webhook;

import org.jspecify.annotations.NullMarked;
