package dev.agentmailbox.service.draft;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which drafts of a list; everything given must hold.
 *
 * @param labels all of them
 * @param before made before
 * @param after made at or after
 */
public record DraftFilter(List<String> labels, @Nullable Instant before, @Nullable Instant after) {
  public static final DraftFilter ALL = new DraftFilter(List.of(), null, null);

  public DraftFilter {
    labels = List.copyOf(labels);
  }
}
