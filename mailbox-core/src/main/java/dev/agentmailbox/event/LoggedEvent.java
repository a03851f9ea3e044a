package dev.agentmailbox.event;

/**
 * An event with its place in the organization's log.
 *
 * @param sequence dense, from 1, in commit order
 */
public record LoggedEvent(long sequence, Event event) {}
