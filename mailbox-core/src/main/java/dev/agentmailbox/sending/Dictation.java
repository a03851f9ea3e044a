package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The source of a recipient that an inbox knows only from the text of mail from outside.
 *
 * @param recipient in lower case
 * @param messageId newest message whose text names the recipient; null when only a message with
 *     more addresses than are noted may name it
 * @param threadId its thread
 * @param from author of that message; null when it has none
 * @param receivedAt when it was received
 */
public record Dictation(
    String recipient,
    @Nullable String messageId,
    @Nullable String threadId,
    @Nullable String from,
    @Nullable Instant receivedAt) {}
