package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.Texts;
import org.jspecify.annotations.Nullable;

/** Sanitizes the file names of attachments. */
public final class FileNames {
  /** Longest name in UTF-8 bytes, the limit of common file systems. */
  private static final int MAX_BYTES = 255;

  private static final int MAX_EXTENSION_BYTES = 32;

  private FileNames() {}

  /**
   * Removes path, control, bidi and invisible characters, and truncates to 255 bytes keeping the
   * extension; null when nothing is left.
   */
  public static @Nullable String clean(@Nullable String name) {
    if (name == null) {
      return null;
    }
    int separator = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
    StringBuilder out = new StringBuilder();
    name.substring(separator + 1)
        .codePoints()
        .filter(FileNames::isHarmless)
        .map(point -> Character.isSpaceChar(point) ? ' ' : point)
        .forEach(out::appendCodePoint);
    String cleaned = out.toString().strip();
    int start = 0;
    while (start < cleaned.length() && isDotOrSpace(cleaned.charAt(start))) {
      start++;
    }
    String cut = shorten(cleaned.substring(start)).strip();
    return cut.isEmpty() ? null : cut;
  }

  private static boolean isDotOrSpace(char c) {
    return c == '.' || Character.isWhitespace(c);
  }

  private static boolean isHarmless(int point) {
    int type = Character.getType(point);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && "<>:\"|?*".indexOf(point) < 0;
  }

  private static String shorten(String name) {
    int length = Texts.utf8(name).length;
    if (length <= MAX_BYTES) {
      return name;
    }
    int dot = name.lastIndexOf('.');
    String extension = dot > 0 ? name.substring(dot) : "";
    int extensionBytes = Texts.utf8(extension).length;
    if (extensionBytes > MAX_EXTENSION_BYTES) {
      return Texts.cutToBytes(name, MAX_BYTES);
    }
    return Texts.cutToBytes(
            name.substring(0, dot < 0 ? name.length() : dot), MAX_BYTES - extensionBytes)
        + extension;
  }
}
