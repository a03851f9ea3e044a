package dev.agentmailbox.mime.read;

/**
 * A header field before RFC 2047 decoding.
 *
 * @param value unfolded, with comments, quotes and encoded words
 */
record RawField(String name, String value) {}
