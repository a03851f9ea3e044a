package dev.agentmailbox.sending;

import org.jspecify.annotations.Nullable;

/**
 * What was requested.
 *
 * @param draftId the draft it was made from; null for none
 * @param inReplyToMessage id of the message it answers or forwards; null for a new mail
 */
public record SendOrigin(
    SendKind kind, @Nullable String draftId, @Nullable String inReplyToMessage) {}
