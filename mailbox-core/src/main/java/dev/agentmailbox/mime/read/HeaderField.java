package dev.agentmailbox.mime.read;

/**
 * A decoded header field.
 *
 * @param name as written
 * @param value unfolded, RFC 2047 words decoded, without control characters
 */
public record HeaderField(String name, String value) {}
