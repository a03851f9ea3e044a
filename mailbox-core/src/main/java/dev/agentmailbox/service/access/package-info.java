/**
 * Authentication: API keys, sessions, step-up and passkeys. Not here: onboarding and OAuth grants.
 */
@NullMarked
package dev.agentmailbox.service.access;

import org.jspecify.annotations.NullMarked;
