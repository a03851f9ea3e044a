/**
 * What both flows, in and out, share: threads, search words, lists, policies, the breaker. Not
 * here: what becomes of one mail.
 */
@NullMarked
package dev.agentmailbox.flow;

import org.jspecify.annotations.NullMarked;
