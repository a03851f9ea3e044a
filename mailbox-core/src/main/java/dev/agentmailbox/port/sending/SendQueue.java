package dev.agentmailbox.port.sending;

/**
 * Numbers of sends in the outbox queue, in all organizations; each send is in one of them.
 *
 * @param queued to be handed over now, or being handed over for the first time
 * @param deferred left for a later attempt, or waiting for a reason such as a pause or a limit
 * @param scheduled to be handed over at the time that the sender chose
 */
public record SendQueue(long queued, long deferred, long scheduled) {}
