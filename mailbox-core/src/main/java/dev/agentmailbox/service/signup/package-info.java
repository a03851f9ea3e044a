/**
 * How agents and people get in: sign-in and sign-up by code, invites, directed codes, the waitlist,
 * claims. Not here: what they may do afterwards.
 */
@NullMarked
package dev.agentmailbox.service.signup;

import org.jspecify.annotations.NullMarked;
