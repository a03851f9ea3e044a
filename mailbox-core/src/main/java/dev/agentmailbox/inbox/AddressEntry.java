package dev.agentmailbox.inbox;

/**
 * Directory entry of an address.
 *
 * @param address lower case, without {@code +tag}
 * @param retired whether its inbox was deleted; the address is never assigned again
 */
public record AddressEntry(
    String address, String organizationId, String podId, boolean retired, boolean receiving) {}
