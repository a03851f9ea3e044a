package dev.agentmailbox.account;

/**
 * Whether sign-up is open.
 *
 * @param waitlistOpen whether the waitlist accepts new entries
 */
public record SignUpStatus(SignUpMode mode, boolean waitlistOpen) {}
