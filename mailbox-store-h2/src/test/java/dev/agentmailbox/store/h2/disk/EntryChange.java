package dev.agentmailbox.store.h2.disk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of names that happens as a whole or not at all: of one for a file that is made or
 * deleted, of two for one that is moved.
 */
record EntryChange(List<Entry> entries) {
  /** A name; nothing has it when there is no node. */
  record Entry(Name name, @Nullable Node node) {}

  /** A name in a directory; comparable by the identity of the directory. */
  record Name(DirectoryNode directory, String text) {}
}
