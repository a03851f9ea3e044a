/**
 * Posts to webhook endpoints with Apache HttpClient, and only to addresses that were vetted. Not
 * here: when to post and what.
 */
@NullMarked
package dev.agentmailbox.server.webhook;

import org.jspecify.annotations.NullMarked;
