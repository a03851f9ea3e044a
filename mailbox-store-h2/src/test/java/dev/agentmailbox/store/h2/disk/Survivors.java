package dev.agentmailbox.store.h2.disk;

import dev.agentmailbox.store.h2.disk.EntryChange.Entry;
import dev.agentmailbox.store.h2.disk.FileNode.Change;
import dev.agentmailbox.store.h2.disk.FileNode.Truncated;
import dev.agentmailbox.store.h2.disk.FileNode.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Makes the tree that is there after the power went. What it makes is durable. */
final class Survivors {
  private static final int SECTOR_BYTES = 512;

  private final CutMode mode;
  private final SplittableRandom random;
  private final LongSupplier numbers;
  private final Map<DirectoryNode, Map<String, Node>> changed = new HashMap<>();

  Survivors(CutMode mode, SplittableRandom random, LongSupplier numbers) {
    this.mode = mode;
    this.random = random;
    this.numbers = numbers;
  }

  DirectoryNode of(DirectoryNode root, EntryLog log) {
    for (EntryChange change : log.surviving(mode, random)) {
      for (Entry entry : change.entries()) {
        DirectoryNode.set(entries(entry.name().directory()), entry.name().text(), entry.node());
      }
    }
    return directory(root);
  }

  private Map<String, Node> entries(DirectoryNode directory) {
    return changed.computeIfAbsent(directory, key -> new TreeMap<>(key.durable()));
  }

  private DirectoryNode directory(DirectoryNode old) {
    DirectoryNode made = new DirectoryNode(numbers.getAsLong(), attributes(old));
    for (Map.Entry<String, Node> entry : entries(old).entrySet()) {
      Node node =
          entry.getValue() instanceof DirectoryNode directory
              ? directory(directory)
              : file((FileNode) entry.getValue());
      node.link(1);
      made.current().put(entry.getKey(), node);
      made.durable().put(entry.getKey(), node);
    }
    return made;
  }

  private FileNode file(FileNode old) {
    return new FileNode(numbers.getAsLong(), attributes(old), bytes(old));
  }

  private Node.Attributes attributes(Node old) {
    boolean changes =
        switch (mode) {
          case NOTHING -> false;
          case ALL -> true;
          case PREFIX, SOME -> random.nextBoolean();
        };
    return changes ? old.attributes() : old.durableAttributes();
  }

  private Blocks bytes(FileNode old) {
    if (mode == CutMode.ALL) {
      return old.current().copy();
    }
    Blocks bytes = old.durable().copy();
    List<Change> unforced = old.unforced();
    if (mode == CutMode.NOTHING || unforced.isEmpty()) {
      return bytes;
    }
    if (mode == CutMode.PREFIX) {
      for (Change change : unforced.subList(0, random.nextInt(unforced.size() + 1))) {
        apply(change, bytes, old.durable());
      }
      return bytes;
    }
    int percent = random.nextInt(101);
    for (Change change : unforced) {
      if (change instanceof Written written) {
        tear(written, percent, bytes, old.durable());
      } else if (survives(percent)) {
        apply(change, bytes, old.durable());
      }
    }
    return bytes;
  }

  private static void apply(Change change, Blocks bytes, Blocks shared) {
    if (change instanceof Written written) {
      bytes.write(written.at(), written.bytes(), shared);
    } else if (change instanceof Truncated truncated) {
      bytes.truncate(truncated.length(), shared);
    }
  }

  /** Writes some parts only. The new length may survive without its bytes, which are zero then. */
  private void tear(Written written, int percent, Blocks bytes, Blocks shared) {
    int unit = random.nextBoolean() ? Blocks.BYTES : SECTOR_BYTES;
    int length = written.bytes().remaining();
    int done = 0;
    while (done < length) {
      int inUnit = (int) ((written.at() + done) % unit);
      int part = Math.min(unit - inUnit, length - done);
      if (survives(percent)) {
        bytes.write(written.at() + done, written.bytes().slice(done, part), shared);
      }
      done += part;
    }
    if (survives(percent)) {
      bytes.grow(written.at() + length);
    }
  }

  private boolean survives(int percent) {
    return random.nextInt(100) < percent;
  }
}
