package dev.agentmailbox.store.jdbc.search;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Times of the messages that a transaction added to or removed from the index. Their blocks are
 * marked at its end, each once and in a fixed order, because the rows are shared by the
 * organization.
 */
public final class SearchMarks {
  private final Map<String, TreeSet<Long>> times = new TreeMap<>();

  void add(String organizationId, long createdAt) {
    times.computeIfAbsent(organizationId, organization -> new TreeSet<>()).add(createdAt);
  }

  /** Adds the changes of another write of the transaction. */
  public void add(SearchMarks others) {
    others.times.forEach(
        (organization, createdAts) ->
            createdAts.forEach(createdAt -> add(organization, createdAt)));
  }

  public void writeTo(SearchBlockTable blocks) {
    times.forEach(
        (organization, createdAts) -> {
          long marked = -1;
          for (long createdAt : createdAts) {
            if (createdAt > marked) {
              marked = blocks.mark(organization, createdAt);
            }
          }
        });
  }
}
