package dev.agentmailbox.store.h2.journal;

import java.util.List;

/** Receives the transactions of a journal, in order. */
@FunctionalInterface
public interface ReplayTarget {
  void apply(long position, List<Change> changes);
}
