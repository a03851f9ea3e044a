package dev.agentmailbox.service.request;

/**
 * Network of an unauthenticated caller, for rate limits.
 *
 * @param range network range: an IPv4 /24 or an IPv6 /48
 * @param operator a stable name of the network operator
 */
public record CallerNetwork(String range, String operator) {}
