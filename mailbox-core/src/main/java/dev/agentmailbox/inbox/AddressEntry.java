package dev.agentmailbox.inbox;

/**
 * What is known of an address of ours: where its mail goes, or that it is retired.
 *
 * @param address lower case, without {@code +tag}
 * @param retired true once its inbox was deleted; the address is then never given out again
 */
public record AddressEntry(
    String address, String organizationId, String podId, boolean retired, boolean receiving) {}
