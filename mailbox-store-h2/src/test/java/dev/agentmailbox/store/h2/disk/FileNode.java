package dev.agentmailbox.store.h2.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A file: what reads see, what was forced, and what was done to it since. */
final class FileNode extends Node {
  private final Blocks current;
  private final Blocks durable;
  private final BitSet changed = new BitSet();
  private final List<Change> unforced = new ArrayList<>();
  private final Locks locks = new Locks();
  private int allocated;

  /** Something that was done to the bytes of a file. */
  sealed interface Change permits Written, Truncated {}

  record Written(long at, ByteBuffer bytes) implements Change {}

  record Truncated(long length) implements Change {}

  FileNode(long number, Attributes attributes) {
    this(number, attributes, new Blocks());
  }

  /** A file with these bytes, all of them durable. */
  FileNode(long number, Attributes attributes, Blocks bytes) {
    super(number, attributes);
    this.current = bytes.copy();
    this.durable = bytes;
    this.allocated = bytes.allocated();
  }

  /** The node itself takes one block. */
  @Override
  long blocks() {
    return 1L + allocated;
  }

  long size() {
    return current.size();
  }

  int read(long at, ByteBuffer into) {
    return current.read(at, into);
  }

  /** How many of the bytes fit into the free blocks. */
  int fitting(long at, int length, long free) {
    long left = free;
    for (int index = Blocks.index(at); (long) index * Blocks.BYTES < at + length; index++) {
      if (!current.isAllocated(index) && left-- == 0) {
        return (int) Math.max(0, (long) index * Blocks.BYTES - at);
      }
    }
    return length;
  }

  void write(long at, ByteBuffer bytes) {
    allocated += current.write(at, bytes, durable);
    changed.set(Blocks.index(at), Blocks.index(at + bytes.remaining() + Blocks.BYTES - 1));
    unforced.add(new Written(at, bytes));
  }

  void truncate(long length) {
    long before = current.size();
    if (length < before) {
      allocated -= current.truncate(length, durable);
      changed.set(Blocks.index(length), Blocks.index(before + Blocks.BYTES - 1));
      unforced.add(new Truncated(length));
    }
  }

  /** Makes everything durable. */
  void force() {
    durable.truncate(current.size(), current);
    changed.stream().forEach(index -> durable.share(index, current));
    durable.grow(current.size());
    forgetChanges();
    forceAttributes();
  }

  /**
   * What a force that fails does on Linux: what was to be written counts as written from now on,
   * and no later force tries again.
   */
  void forgetChanges() {
    changed.clear();
    unforced.clear();
  }

  Locks locks() {
    return locks;
  }

  Blocks current() {
    return current;
  }

  Blocks durable() {
    return durable;
  }

  List<Change> unforced() {
    return unforced;
  }
}
