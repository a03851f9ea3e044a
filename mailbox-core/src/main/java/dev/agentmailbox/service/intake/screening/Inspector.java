package dev.agentmailbox.service.intake.screening;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Detects files that are executable or contain something executable: programs, scripts, Office
 * documents with macros, web pages with scripts, disk images, and archives that contain one or
 * cannot be inspected. Classifies by content, then by name. Streaming; buffers 64 KiB of a file.
 * Confined to one thread.
 */
final class Inspector {
  /** Deepest nesting of archives; an Office document counts as an archive. */
  private static final int MAX_DEPTH = 3;

  private static final int HEAD_BYTES = 64 * 1024;
  private static final int TAR_BLOCK = 512;

  private final InspectionBudget budget;

  Inspector(InspectionBudget budget) {
    this.budget = budget;
  }

  /**
   * Inspects a file.
   *
   * @param name may be empty
   * @param type declared content type
   * @throws IOException the file cannot be read
   */
  boolean isDangerous(String name, String type, InputStream content) throws IOException {
    return isDangerous(name, type, content, 0);
  }

  private boolean isDangerous(String name, String type, InputStream content, int depth)
      throws IOException {
    if (FileKinds.isExecutableName(name)) {
      return true;
    }
    byte[] head = content.readNBytes(HEAD_BYTES);
    if (FileKinds.isExecutableContent(head) || FileKinds.isClosedArchive(head)) {
      return true;
    }
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), content);
    if (FileKinds.isCompound(head)) {
      return CompoundFile.isDangerous(whole, budget);
    }
    if (FileKinds.isZip(head) || FileKinds.isGzip(head) || FileKinds.isTar(head)) {
      return depth >= MAX_DEPTH || archive(name, head, whole, depth);
    }
    // Many archives contain web sites; their scripts are left to the browser's sandbox.
    return depth == 0
        && FileKinds.isMarkup(name, type, head)
        && ActiveMarkup.isActive(head, content, budget);
  }

  /** An archive that is truncated, encrypted or too large cannot be inspected. */
  private boolean archive(String name, byte[] head, InputStream whole, int depth) {
    try {
      if (FileKinds.isZip(head)) {
        return zip(whole, depth);
      }
      return FileKinds.isGzip(head) ? gzip(name, whole, depth) : tar(whole, depth);
    } catch (IOException | IllegalArgumentException unreadable) {
      return true;
    }
  }

  private boolean zip(InputStream whole, int depth) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(whole, StandardCharsets.ISO_8859_1)) {
      int entries = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        budget.entry();
        entries++;
        String name = entry.getName();
        if (FileKinds.isMacroPart(name) || isDangerous(name, "", counted(zip), depth + 1)) {
          return true;
        }
        budget.drain(zip);
      }
      if (entries == 0) {
        throw new ZipException("no entries");
      }
      return false;
    }
  }

  private boolean gzip(String name, InputStream whole, int depth) throws IOException {
    String lower = name.toLowerCase(Locale.ROOT);
    String inner = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
    try (GZIPInputStream unzipped = new GZIPInputStream(whole)) {
      return isDangerous(inner, "", counted(unzipped), depth + 1);
    }
  }

  /** POSIX tar: a header block, then the file in whole blocks. */
  private boolean tar(InputStream whole, int depth) throws IOException {
    while (true) {
      byte[] header = whole.readNBytes(TAR_BLOCK);
      if (header.length < TAR_BLOCK || header[0] == 0) {
        return false;
      }
      budget.entry();
      String name = FileKinds.tarName(header);
      long size = FileKinds.tarSize(header);
      InputStream file = counted(new BoundedInputStream(whole, size));
      if (isDangerous(name, "", file, depth + 1)) {
        return true;
      }
      budget.drain(file);
      long padding = (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
      whole.skipNBytes(padding);
    }
  }

  /** Counts unpacked bytes; closing it leaves the archive open. */
  private InputStream counted(InputStream in) {
    return new BoundedInputStream(in, Long.MAX_VALUE) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        budget.unpacked(Math.max(count, 0));
        return count;
      }
    };
  }
}
