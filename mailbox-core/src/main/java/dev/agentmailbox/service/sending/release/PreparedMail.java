package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.sending.ComposedMail;

/**
 * A mail ready for the release checks.
 *
 * @param attachments number of files it has, or would have if composed
 */
public record PreparedMail(
    SendRequest request, ComposedMail composed, int attachments, Evidence evidence) {}
