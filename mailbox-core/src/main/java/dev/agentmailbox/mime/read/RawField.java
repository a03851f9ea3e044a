package dev.agentmailbox.mime.read;

/**
 * One header field before RFC 2047 decoding.
 *
 * @param value unfolded; still with comments, quotes and encoded words
 */
record RawField(String name, String value) {}
