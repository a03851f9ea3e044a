package dev.agentmailbox.store.h2.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of a file, in blocks that several states of it share. A block is written in place only
 * when the state that it may be shared with has another one; otherwise it is copied first. Not
 * thread safe.
 */
final class Blocks {
  static final int BYTES = 4096;

  /** A block that takes no space: zeroes. */
  private static final byte[] NONE = new byte[0];

  private byte[][] blocks;

  private long size;

  Blocks() {
    this(new byte[0][], 0);
  }

  private Blocks(byte[][] blocks, long size) {
    this.blocks = blocks;
    this.size = size;
  }

  /** The same bytes; both share all blocks. */
  Blocks copy() {
    return new Blocks(blocks.clone(), size);
  }

  long size() {
    return size;
  }

  /** How many blocks take space. */
  int allocated() {
    int allocated = 0;
    for (byte[] block : blocks) {
      if (block != NONE) {
        allocated++;
      }
    }
    return allocated;
  }

  boolean isAllocated(int index) {
    return index < blocks.length && blocks[index] != NONE;
  }

  /** Reads up to the end of the file; returns -1 there. */
  int read(long at, ByteBuffer into) {
    if (at >= size) {
      return into.hasRemaining() ? -1 : 0;
    }
    int length = (int) Math.min(into.remaining(), size - at);
    int done = 0;
    while (done < length) {
      int index = index(at + done);
      int from = (int) ((at + done) % BYTES);
      int part = Math.min(BYTES - from, length - done);
      if (isAllocated(index)) {
        into.put(blocks[index], from, part);
      } else {
        into.put(new byte[part]);
      }
      done += part;
    }
    return length;
  }

  /** Writes; returns how many blocks are new. */
  int write(long at, ByteBuffer bytes, Blocks shared) {
    ByteBuffer left = bytes.duplicate();
    int length = left.remaining();
    int fresh = 0;
    int done = 0;
    while (done < length) {
      int index = index(at + done);
      int from = (int) ((at + done) % BYTES);
      int part = Math.min(BYTES - from, length - done);
      if (!isAllocated(index)) {
        fresh++;
      }
      left.get(writable(index, shared), from, part);
      done += part;
    }
    grow(at + length);
    return fresh;
  }

  /** Makes the file at least this long, with zeroes. */
  void grow(long length) {
    size = Math.max(size, length);
  }

  /** Cuts the file off; returns how many blocks are given back. */
  int truncate(long length, Blocks shared) {
    if (length >= size) {
      return 0;
    }
    int kept = index(length + BYTES - 1);
    int freed = 0;
    for (int i = kept; i < blocks.length; i++) {
      if (blocks[i] != NONE) {
        blocks[i] = NONE;
        freed++;
      }
    }
    int tail = (int) (length % BYTES);
    if (tail > 0 && isAllocated(kept - 1)) {
      Arrays.fill(writable(kept - 1, shared), tail, BYTES, (byte) 0);
    }
    size = length;
    return freed;
  }

  /** Takes over one block of another state; both share it then. */
  void share(int index, Blocks other) {
    reserve(index);
    blocks[index] = index < other.blocks.length ? other.blocks[index] : NONE;
  }

  static int index(long at) {
    return Math.toIntExact(at / BYTES);
  }

  private byte[] writable(int index, Blocks shared) {
    reserve(index);
    byte[] block = blocks[index];
    if (block == NONE) {
      block = new byte[BYTES];
    } else if (index < shared.blocks.length && shared.blocks[index] == block) {
      block = block.clone();
    }
    blocks[index] = block;
    return block;
  }

  private void reserve(int index) {
    if (index >= blocks.length) {
      int before = blocks.length;
      blocks = Arrays.copyOf(blocks, Math.max(index + 1, before * 2));
      Arrays.fill(blocks, before, blocks.length, NONE);
    }
  }
}
