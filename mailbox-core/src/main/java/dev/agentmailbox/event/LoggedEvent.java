package dev.agentmailbox.event;

/**
 * An event with its position in the organization's log.
 *
 * @param sequence from 1 without gaps, in commit order
 */
public record LoggedEvent(long sequence, Event event) {}
