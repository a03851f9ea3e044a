package dev.agentmailbox.server.dkim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The header of a message as bytes (one character is one byte), because signatures are over bytes.
 *
 * @param fields in the order of the message
 * @param wellFormed false when a line is not a field: parsers disagree about such messages
 */
public record HeaderLines(List<Field> fields, boolean wellFormed) {
  /** Maximum header bytes read; a longer header is not well formed. */
  private static final int MAX_BYTES = 256 * 1024;

  private static final int MAX_FIELDS = 2_000;

  private static final Pattern BLANKS = Pattern.compile("[ \\t]++");

  public HeaderLines {
    fields = List.copyOf(fields);
  }

  /**
   * One field.
   *
   * @param name lower case, trimmed
   * @param raw name, colon and value, folded, without the final CRLF
   */
  public record Field(String name, String raw) {
    /** The unfolded value, otherwise unchanged. */
    public String value() {
      return raw.substring(raw.indexOf(':') + 1).replace("\r\n", "");
    }

    /** The unfolded value with white space collapsed and trimmed. */
    String trimmed() {
      String single = BLANKS.matcher(value()).replaceAll(" ");
      int start = single.startsWith(" ") ? 1 : 0;
      int end =
          single.length() > start && single.endsWith(" ") ? single.length() - 1 : single.length();
      return single.substring(start, end);
    }

    /** Relaxed canonical form (RFC 6376 section 3.4.2), without a line end. */
    public String relaxed() {
      return name + ":" + trimmed();
    }
  }

  /** Fields of that lower-case name, from the top. */
  public List<Field> named(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).toList();
  }

  /**
   * Reads the header including the empty line.
   *
   * @param in buffered; positioned at the body afterwards
   */
  public static HeaderLines read(InputStream in) throws IOException {
    List<Field> fields = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    boolean wellFormed = true;
    long offset = 0;
    while (offset < MAX_BYTES && fields.size() < MAX_FIELDS) {
      byte[] line = line(in);
      offset += line.length;
      String text = text(line);
      boolean last = line.length == 0 || text.isEmpty();
      boolean folded = !last && (text.charAt(0) == ' ' || text.charAt(0) == '\t');
      if (!folded && current.length() > 0) {
        wellFormed &= add(fields, current.toString());
        current.setLength(0);
      }
      if (last) {
        return new HeaderLines(fields, wellFormed);
      }
      if (folded && current.length() == 0) {
        wellFormed = false;
      } else if (folded) {
        current.append("\r\n").append(text);
      } else {
        current.append(text);
      }
    }
    return new HeaderLines(fields, false);
  }

  private static boolean add(List<Field> fields, String raw) {
    int colon = raw.indexOf(':');
    String name = colon < 0 ? "" : raw.substring(0, colon);
    fields.add(new Field(name.strip().toLowerCase(Locale.ROOT), colon < 0 ? raw + ":" : raw));
    // RFC 5322 section 2.2: printable characters, no space before the colon.
    return !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static String text(byte[] line) {
    int end = line.length;
    while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == '\r')) {
      end--;
    }
    return new String(Arrays.copyOf(line, end), StandardCharsets.ISO_8859_1);
  }

  private static byte[] line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n' || line.size() >= MAX_BYTES) {
        break;
      }
    }
    return line.toByteArray();
  }
}
