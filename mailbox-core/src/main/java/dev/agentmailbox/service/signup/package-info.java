/**
 * Onboarding: sign-in, sign-up, invites, directed codes, the waitlist, claims. Not here:
 * permissions.
 */
@NullMarked
package dev.agentmailbox.service.signup;

import org.jspecify.annotations.NullMarked;
