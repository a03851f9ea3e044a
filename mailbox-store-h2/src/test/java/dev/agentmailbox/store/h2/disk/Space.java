package dev.agentmailbox.store.h2.disk;

import java.io.IOException;

/** The blocks of a disk, free and taken. Guarded by the disk's lock. */
final class Space {
  private long capacity;
  private long taken;

  /** Without limit. */
  Space() {
    this(Long.MAX_VALUE);
  }

  Space(long capacity) {
    this.capacity = capacity;
  }

  void capacity(long bytes) {
    capacity = bytes;
  }

  /** In bytes. */
  long capacity() {
    return capacity;
  }

  /** Bytes that can still be taken. */
  long free() {
    return freeBlocks() * Blocks.BYTES;
  }

  long freeBlocks() {
    return Math.max(0, capacity / Blocks.BYTES - taken);
  }

  void change(long blocks) {
    taken += blocks;
  }

  void requireFree() throws IOException {
    if (freeBlocks() == 0) {
      throw FailureKind.NO_SPACE.exception();
    }
  }
}
