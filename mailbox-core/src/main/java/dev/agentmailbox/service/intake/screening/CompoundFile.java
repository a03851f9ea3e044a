package dev.agentmailbox.service.intake.screening;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Compound files (MS-CFB): Office documents up to 2003 and installers. Dangerous if it has a macro
 * project or an embedded package, or is an installer. Directory entries are stored contiguously, so
 * one pass over the bytes finds them without following sector chains.
 */
final class CompoundFile {
  private static final List<byte[]> MARKS =
      List.of(
          "_VBA_PROJECT".getBytes(StandardCharsets.UTF_16LE),
          "\u0001Ole10Native".getBytes(StandardCharsets.UTF_16LE),
          // CLSID of an installer's root entry: {000C1084-0000-0000-C000-000000000046}
          new byte[] {(byte) 0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, (byte) 0xc0, 0, 0, 0, 0, 0, 0, 0x46});

  private static final int OVERLAP = 64;
  private static final int CHUNK = 64 * 1024;

  private CompoundFile() {}

  static boolean isDangerous(InputStream file, InspectionBudget budget) throws IOException {
    byte[] window = new byte[OVERLAP + CHUNK];
    int kept = 0;
    while (true) {
      int count = file.readNBytes(window, kept, CHUNK);
      int length = kept + count;
      for (byte[] mark : MARKS) {
        if (contains(window, length, mark)) {
          return true;
        }
      }
      if (count < CHUNK) {
        return false;
      }
      budget.unpacked(count);
      kept = OVERLAP;
      System.arraycopy(window, length - kept, window, 0, kept);
    }
  }

  private static boolean contains(byte[] window, int length, byte[] mark) {
    for (int i = 0; i + mark.length <= length; i++) {
      int matched = 0;
      while (matched < mark.length && window[i + matched] == mark[matched]) {
        matched++;
      }
      if (matched == mark.length) {
        return true;
      }
    }
    return false;
  }
}
