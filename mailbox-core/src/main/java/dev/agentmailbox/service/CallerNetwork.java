package dev.agentmailbox.service;

/**
 * Where somebody without an account calls from, as limits see it.
 *
 * @param range the network range: an IPv4 /24 or an IPv6 /48
 * @param operator who runs the network, by any stable name
 */
public record CallerNetwork(String range, String operator) {}
