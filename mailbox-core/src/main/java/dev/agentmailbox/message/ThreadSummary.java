package dev.agentmailbox.message;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is derived from the messages of a thread.
 *
 * @param baseSubject normalized subject of the first message, for threading by subject; empty when
 *     it has none
 * @param labels union of its messages' labels
 * @param hiddenBits {@link Hidden#bits} of its least hidden message
 */
public record ThreadSummary(
    String baseSubject,
    Set<String> labels,
    int hiddenBits,
    ThreadContent content,
    ThreadActivity activity) {
  public ThreadSummary {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "ThreadSummary[" + labels + "]";
  }
}
