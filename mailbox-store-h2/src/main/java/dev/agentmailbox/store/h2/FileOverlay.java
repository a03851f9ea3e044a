package dev.agentmailbox.store.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes to a file whose disk has failed, kept in memory, so that the database still reads what it
 * wrote. The file itself is not changed any more. Thread safe.
 */
final class FileOverlay {
  static final int PAGE_BYTES = 4096;

  /** 64 MiB. After the failure no transaction writes; what is left is the state of the database. */
  static final int MAX_PAGES = 16_384;

  private final FileChannel file;
  private final Map<Long, byte[]> pages = new HashMap<>();
  private long size;

  /** Where the file ends for this layer: cutting and writing again leaves zeros. */
  private long fileSize;

  FileOverlay(FileChannel file) throws IOException {
    this.file = file;
    this.size = file.size();
    this.fileSize = size;
  }

  synchronized long size() {
    return size;
  }

  /** Cuts the file; a larger size changes nothing. */
  synchronized void truncate(long length) {
    if (length >= size) {
      return;
    }
    size = length;
    fileSize = Math.min(fileSize, length);
    pages.keySet().removeIf(number -> number * PAGE_BYTES >= length);
    byte[] last = pages.get(length / PAGE_BYTES);
    if (last != null) {
      Arrays.fill(last, (int) (length % PAGE_BYTES), PAGE_BYTES, (byte) 0);
    }
  }

  /** As {@link FileChannel#read(ByteBuffer, long)}. */
  synchronized int read(ByteBuffer target, long position) throws IOException {
    if (position >= size) {
      return -1;
    }
    int length = (int) Math.min(target.remaining(), size - position);
    int left = length;
    for (long at = position; left > 0; ) {
      int offset = (int) (at % PAGE_BYTES);
      int count = Math.min(left, PAGE_BYTES - offset);
      target.put(page(at / PAGE_BYTES), offset, count);
      at += count;
      left -= count;
    }
    return length;
  }

  /**
   * As {@link FileChannel#write(ByteBuffer, long)}.
   *
   * @throws IOException there are too many pages, or the rest of a page cannot be read
   */
  synchronized int write(ByteBuffer source, long position) throws IOException {
    int length = source.remaining();
    for (long at = position; source.hasRemaining(); ) {
      int offset = (int) (at % PAGE_BYTES);
      int count = Math.min(source.remaining(), PAGE_BYTES - offset);
      long number = at / PAGE_BYTES;
      byte[] page = count == PAGE_BYTES ? new byte[PAGE_BYTES] : page(number);
      source.get(page, offset, count);
      pages.put(number, page);
      if (pages.size() > MAX_PAGES) {
        throw new IOException("too much was written after the disk failed");
      }
      at += count;
      size = Math.max(size, at);
    }
    return length;
  }

  /** The page as it was written, or as it is in the file, with zeros behind its end. */
  private byte[] page(long number) throws IOException {
    byte[] written = pages.get(number);
    if (written != null) {
      return written;
    }
    ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES);
    long start = number * PAGE_BYTES;
    page.limit((int) Math.max(0, Math.min(PAGE_BYTES, fileSize - start)));
    while (page.hasRemaining()) {
      if (file.read(page, start + page.position()) < 0) {
        break;
      }
    }
    return page.array();
  }
}
