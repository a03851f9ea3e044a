package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.sending.ComposedMail;

/**
 * A mail that is ready to be judged.
 *
 * @param attachments files it has, or would have
 */
public record PreparedMail(
    SendRequest request, ComposedMail composed, int attachments, Evidence evidence) {}
