package dev.agentmailbox.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the messages of a thread came and went, and how much they are.
 *
 * @param lastAt when the newest of its least hidden messages was stored
 * @param lastMessageId the message stored then
 * @param receivedAt newest inbound message
 * @param sentAt newest outbound message
 * @param size bytes of all its messages
 */
public record ThreadActivity(
    Instant lastAt,
    String lastMessageId,
    @Nullable Instant receivedAt,
    @Nullable Instant sentAt,
    int messageCount,
    long size) {}
