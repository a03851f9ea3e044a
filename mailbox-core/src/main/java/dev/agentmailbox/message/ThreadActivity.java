package dev.agentmailbox.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Timestamps and size of a thread.
 *
 * @param lastAt when the newest of its least hidden messages was stored
 * @param lastMessageId that message
 * @param receivedAt newest inbound message
 * @param sentAt newest outbound message
 * @param size total bytes of its messages
 */
public record ThreadActivity(
    Instant lastAt,
    String lastMessageId,
    @Nullable Instant receivedAt,
    @Nullable Instant sentAt,
    int messageCount,
    long size) {}
