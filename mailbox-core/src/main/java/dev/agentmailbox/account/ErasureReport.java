package dev.agentmailbox.account;

/**
 * What the erasure of an address removed, or would remove.
 *
 * @param messages from the address, or to it alone
 * @param sends to the address alone
 * @param drafts to the address alone
 * @param contacts inboxes that had exchanged mail with it
 * @param listEntries entries of allow and block lists, which from now on name a hash of it
 * @param events whose data named it
 * @param shared messages to it and to others, which are kept
 * @param onHold messages, sends and drafts kept because of a legal hold
 * @param inProgress sends that are being handed over; a later erasure removes them
 */
public record ErasureReport(
    int messages,
    int sends,
    int drafts,
    int contacts,
    int listEntries,
    int events,
    int shared,
    int onHold,
    int inProgress) {}
