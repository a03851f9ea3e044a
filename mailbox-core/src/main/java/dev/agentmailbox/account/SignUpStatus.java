package dev.agentmailbox.account;

/**
 * Who may sign up at present.
 *
 * @param waitlistOpen whether anybody new is put on the waitlist
 */
public record SignUpStatus(SignUpMode mode, boolean waitlistOpen) {}
