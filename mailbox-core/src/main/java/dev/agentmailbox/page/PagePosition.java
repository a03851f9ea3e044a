package dev.agentmailbox.page;

import java.time.Instant;

/**
 * Where a page ended: the last item's sort time and its id, which breaks ties. Lists sorted by name
 * carry {@link Instant#EPOCH} and the name.
 *
 * @param time sort time of the last item, as stored (milliseconds)
 * @param id id of the last item
 */
public record PagePosition(Instant time, String id) {}
