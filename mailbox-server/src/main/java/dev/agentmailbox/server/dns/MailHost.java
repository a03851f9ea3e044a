package dev.agentmailbox.server.dns;

/**
 * One MX record (RFC 5321 section 5.1).
 *
 * @param preference lower ones are tried first
 * @param host lower case, without the trailing dot; empty in a null MX (RFC 7505)
 */
public record MailHost(int preference, String host) {}
