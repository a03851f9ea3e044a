package dev.agentmailbox.message;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What follows from the messages of a thread.
 *
 * @param baseSubject normalised subject of the first message, for the subject rule; empty when it
 *     has none
 * @param labels union of the labels of its messages
 * @param hiddenBits {@link Label#hiddenBits} of its least hidden message
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

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "ThreadSummary[" + labels + "]";
  }
}
