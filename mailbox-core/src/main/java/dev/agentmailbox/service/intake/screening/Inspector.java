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
 * documents with macros, web pages with scripts, disk images, every kind that is not known to be
 * harmless, and archives that contain one or cannot be inspected. Classifies by content and name.
 * Streaming; buffers 64 KiB of a file. Confined to one thread.
 */
final class Inspector {
  /** Deepest nesting of archives; an Office document counts as an archive. */
  private static final int MAX_DEPTH = 3;

  private static final int HEAD_BYTES = 64 * 1024;

  /** Longest file searched for an archive with bytes in front. */
  private static final int MAX_IN_FRONT = 8 * 1024 * 1024;

  private static final byte[] ZIP = {'P', 'K', 3, 4};
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
    return isDangerous(name, type, content, new Place(0, false));
  }

  /**
   * Where a file is.
   *
   * @param depth archives around it
   * @param inDocument whether the innermost of them is a document
   */
  private record Place(int depth, boolean inDocument) {
    Place within(String archive) {
      return new Place(depth + 1, FileKinds.isDocument(archive));
    }
  }

  private boolean isDangerous(String name, String type, InputStream content, Place place)
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
      return place.depth() >= MAX_DEPTH || archive(name, head, whole, place.within(name));
    }
    if (!place.inDocument() && !FileKinds.isKnownHarmless(name, type, head)) {
      return true;
    }
    if (FileKinds.mayHaveBytesInFront(name, head)) {
      return hiddenArchive(name, whole, place.within(name));
    }
    // Many archives contain web sites; their scripts are left to the browser's sandbox.
    return place.depth() == 0
        && FileKinds.isMarkup(name, type, head)
        && ActiveMarkup.isActive(head, content, budget);
  }

  /** An archive with bytes in front, which programs open all the same. */
  private boolean hiddenArchive(String name, InputStream whole, Place place) throws IOException {
    byte[] file = whole.readNBytes(MAX_IN_FRONT);
    budget.unpacked(file.length);
    int start = FileKinds.zipStart(file);
    if (start < 0) {
      return file.length == MAX_IN_FRONT;
    }
    InputStream zip = new ByteArrayInputStream(file, start, file.length - start);
    return file.length == MAX_IN_FRONT
        || place.depth() > MAX_DEPTH
        || archive(name, ZIP, zip, place);
  }

  /** An archive that is truncated, encrypted or too large cannot be inspected. */
  private boolean archive(String name, byte[] head, InputStream whole, Place inside) {
    try {
      if (FileKinds.isZip(head)) {
        return zip(whole, inside);
      }
      return FileKinds.isGzip(head) ? gzip(name, whole, inside) : tar(whole, inside);
    } catch (IOException | IllegalArgumentException unreadable) {
      return true;
    }
  }

  private boolean zip(InputStream whole, Place inside) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(whole, StandardCharsets.ISO_8859_1)) {
      int entries = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        budget.entry();
        entries++;
        String name = entry.getName();
        if (!entry.isDirectory()
            && (FileKinds.isMacroPart(name) || isDangerous(name, "", counted(zip), inside))) {
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

  private boolean gzip(String name, InputStream whole, Place inside) throws IOException {
    String lower = name.toLowerCase(Locale.ROOT);
    String inner = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
    try (GZIPInputStream unzipped = new GZIPInputStream(whole)) {
      return isDangerous(inner, "", counted(unzipped), inside);
    }
  }

  /** POSIX tar: a header block, then the file in whole blocks. */
  private boolean tar(InputStream whole, Place inside) throws IOException {
    while (true) {
      byte[] header = whole.readNBytes(TAR_BLOCK);
      if (header.length < TAR_BLOCK || header[0] == 0) {
        return false;
      }
      budget.entry();
      String name = FileKinds.tarName(header);
      long size = FileKinds.tarSize(header);
      InputStream file = counted(new BoundedInputStream(whole, size));
      if (!name.endsWith("/") && isDangerous(name, "", file, inside)) {
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
