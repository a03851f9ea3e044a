package dev.agentmailbox.page;

import java.time.Instant;

/**
 * A keyset position: sort time and id of a page's last item. Lists sorted by name have {@link
 * Instant#EPOCH} and the name.
 *
 * @param time sort time of the last item, as stored (milliseconds)
 * @param id id of the last item; breaks ties
 */
public record PagePosition(Instant time, String id) {}
