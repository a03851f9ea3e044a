package dev.agentmailbox.mime.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Decodes text as mail clients do: by a byte order mark, otherwise by the label, otherwise as UTF-8
 * if that fits, otherwise by heuristics, otherwise as windows-1252.
 */
public final class MailCharsets {
  private static final int GUESS_BYTES = 64 * 1024;
  private static final Charset WINDOWS_1252 = CharsetLabels.WINDOWS_1252;
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final byte ESCAPE = 0x1B;

  private MailCharsets() {}

  /**
   * Decodes bytes; malformed sequences become U+FFFD. A byte order mark is removed.
   *
   * @param cut whether the bytes were truncated, possibly within a character
   */
  public static String decode(byte[] bytes, @Nullable String label, boolean cut) {
    return decode(bytes, label, false, cut);
  }

  /** As {@link #decode}; what is not labelled and not UTF-8, by what the document declares. */
  public static String decodeHtml(byte[] bytes, @Nullable String label, boolean cut) {
    return decode(bytes, label, true, cut);
  }

  /** Whether text with this label is decoded by it; also without a label. */
  public static boolean isKnown(@Nullable String label) {
    String wanted = CharsetLabels.normalize(label);
    return wanted.isEmpty()
        || wanted.equals(CharsetLabels.ASCII)
        || wanted.equals(CharsetLabels.UTF_7)
        || charset(wanted) != null;
  }

  /**
   * Decodes the bytes of a field.
   *
   * @return null when they are neither ASCII nor UTF-8, nor ISO-2022-JP
   */
  public static @Nullable String unicodeHeader(byte[] bytes) {
    for (byte octet : bytes) {
      if (octet < 0 || octet == ESCAPE) {
        String unicode = strictUtf8(ByteBuffer.wrap(bytes), false);
        return unicode == null ? null : withoutEscapes(bytes, unicode, false);
      }
    }
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /**
   * Decodes the bytes of a field: as UTF-8 if that fits, otherwise by the charset of the body,
   * otherwise as windows-1252.
   *
   * @param bodyLabel null when the body has none
   */
  public static String decodeHeader(byte[] bytes, @Nullable String bodyLabel) {
    String unicode = unicodeHeader(bytes);
    if (unicode != null) {
      return unicode;
    }
    Charset body = charset(CharsetLabels.normalize(bodyLabel));
    boolean foreign = body != null && !body.equals(StandardCharsets.UTF_8);
    return decode(
        bytes,
        isDamagedUtf8(bytes, foreign ? 1 : 0)
            ? StandardCharsets.UTF_8
            : body != null && foreign ? body : WINDOWS_1252,
        false);
  }

  private static String decode(byte[] bytes, @Nullable String label, boolean html, boolean cut) {
    Charset marked = markedCharset(bytes);
    if (marked != null) {
      return decode(bytes, marked, cut);
    }
    String wanted = CharsetLabels.normalize(label);
    if (wanted.equals(CharsetLabels.UTF_7)) {
      return Utf7.decode(bytes);
    }
    Charset known = charset(wanted);
    if (known == null || known.equals(StandardCharsets.UTF_8)) {
      return probablyUtf8(bytes, wanted, html, cut);
    }
    if (known.equals(StandardCharsets.UTF_16)) {
      return decode(bytes, utf16(bytes), cut);
    }
    return decode(bytes, known, cut);
  }

  private static @Nullable Charset charset(String label) {
    return label.isEmpty() ? null : CharsetLabels.find(label);
  }

  /** Text whose label is UTF-8, US-ASCII, unknown or missing. */
  private static String probablyUtf8(byte[] bytes, String label, boolean html, boolean cut) {
    String unicode = strictUtf8(ByteBuffer.wrap(bytes), cut);
    if (unicode != null) {
      return withoutEscapes(bytes, unicode, cut);
    }
    // Text in another charset has hardly a sequence of UTF-8, even where it is labelled so.
    if (isDamagedUtf8(bytes, 0)) {
      return decode(bytes, StandardCharsets.UTF_8, cut);
    }
    Charset declared = html ? charset(CharsetLabels.normalize(HtmlCharset.find(bytes))) : null;
    if (declared != null && !isUnicode(declared)) {
      return decode(bytes, declared, cut);
    }
    boolean wrong = label.equals(CharsetLabels.ASCII) || charset(label) != null;
    return decode(bytes, wrong ? WINDOWS_1252 : guess(bytes), cut);
  }

  /** UTF-8 was tried, and a document that can be searched for its charset is not in UTF-16. */
  private static boolean isUnicode(Charset charset) {
    return charset.name().startsWith("UTF-");
  }

  /** ISO-2022-JP is ASCII with escape sequences, and often has no label. */
  private static String withoutEscapes(byte[] bytes, String ascii, boolean cut) {
    int at = ascii.indexOf(ESCAPE);
    if (at < 0 || ascii.length() != bytes.length) {
      return withoutMark(ascii);
    }
    boolean japanese = ascii.startsWith("$B", at + 1) || ascii.startsWith("$@", at + 1);
    Charset charset = japanese ? charset(CharsetLabels.ISO_2022_JP) : null;
    return charset == null ? ascii : decode(bytes, charset, cut);
  }

  private static @Nullable Charset markedCharset(byte[] bytes) {
    if (bytes.length < 2 || bytes[0] > 0 || (bytes[0] == 0 && bytes[1] != 0)) {
      return null;
    }
    int first = (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    int second = bytes.length < 4 ? -1 : (bytes[2] & 0xFF) << 8 | (bytes[3] & 0xFF);
    if (first == 0xEFBB && bytes.length > 2 && (bytes[2] & 0xFF) == 0xBF) {
      return StandardCharsets.UTF_8;
    }
    if (first == 0xFFFE) {
      return second == 0 ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_16LE;
    }
    if (first == 0xFEFF) {
      return StandardCharsets.UTF_16BE;
    }
    return first == 0 && second == 0xFEFF ? Charset.forName("UTF-32BE") : null;
  }

  /** Without a byte order mark: by the place of the zero bytes, and none means that it is ASCII. */
  private static Charset utf16(byte[] bytes) {
    int even = 0;
    int odd = 0;
    for (int i = 0; i < Math.min(bytes.length, GUESS_BYTES); i++) {
      if (bytes[i] == 0) {
        even += 1 - i % 2;
        odd += i % 2;
      }
    }
    if (even == 0 && odd == 0 && strictUtf8(ByteBuffer.wrap(bytes), true) != null) {
      return StandardCharsets.UTF_8;
    }
    return odd > even ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
  }

  private static Charset guess(byte[] bytes) {
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, 0, Math.min(bytes.length, GUESS_BYTES));
    detector.dataEnd();
    Charset found = charset(CharsetLabels.normalize(detector.getDetectedCharset()));
    return found == null || found.equals(StandardCharsets.UTF_8) ? WINDOWS_1252 : found;
  }

  /**
   * Whether the bytes are UTF-8 in which a few characters are broken: at least as many are whole.
   *
   * @param more how many more have to be whole
   */
  private static boolean isDamagedUtf8(byte[] bytes, int more) {
    int whole = 0;
    int broken = 0;
    int at = 0;
    while (at < bytes.length) {
      int following = following(bytes[at] & 0xFF);
      int found = 0;
      at++;
      while (found < following && at < bytes.length && (bytes[at] & 0xC0) == 0x80) {
        found++;
        at++;
      }
      if (following != 0) {
        whole += found == following ? 1 : 0;
        broken += found == following ? 0 : 1;
      }
    }
    return whole > 0 && whole >= broken + more;
  }

  /** How many bytes follow the first one of a character; negative when no character begins so. */
  private static int following(int first) {
    if (first < 0x80) {
      return 0;
    }
    if (first < 0xC2 || first > 0xF4) {
      return -1;
    }
    return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  }

  private static @Nullable String strictUtf8(ByteBuffer bytes, boolean cut) {
    try {
      return run(
          bytes,
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT),
          cut);
    } catch (CharacterCodingException notUtf8) {
      return null;
    }
  }

  private static String decode(byte[] bytes, Charset charset, boolean cut) {
    try {
      return withoutMark(
          run(
              ByteBuffer.wrap(bytes),
              charset
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPLACE)
                  .onUnmappableCharacter(CodingErrorAction.REPLACE),
              cut));
    } catch (CharacterCodingException impossible) {
      throw new IllegalStateException("a replacing decoder reported", impossible);
    }
  }

  private static String withoutMark(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  private static String run(ByteBuffer bytes, CharsetDecoder decoder, boolean cut)
      throws CharacterCodingException {
    int room = (int) Math.ceil(bytes.remaining() * (double) decoder.maxCharsPerByte()) + 1;
    CharBuffer out = CharBuffer.allocate(room);
    var result = decoder.decode(bytes, out, !cut);
    if (result.isError()) {
      result.throwException();
    }
    if (!cut) {
      decoder.flush(out);
    }
    return out.flip().toString();
  }
}
