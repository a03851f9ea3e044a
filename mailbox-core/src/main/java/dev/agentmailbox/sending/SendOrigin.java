package dev.agentmailbox.sending;

import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param draftId the draft it came from; null when it came from none
 * @param inReplyToMessage our id of the message it answers or forwards; null for a new mail
 */
public record SendOrigin(
    SendKind kind, @Nullable String draftId, @Nullable String inReplyToMessage) {}
