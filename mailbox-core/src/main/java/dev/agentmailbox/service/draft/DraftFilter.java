package dev.agentmailbox.service.draft;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a list of drafts; all conditions must hold.
 *
 * @param labels required labels
 * @param before created before; null for unbounded
 * @param after created at or after; null for unbounded
 */
public record DraftFilter(List<String> labels, @Nullable Instant before, @Nullable Instant after) {
  public static final DraftFilter ALL = new DraftFilter(List.of(), null, null);

  public DraftFilter {
    labels = List.copyOf(labels);
  }
}
