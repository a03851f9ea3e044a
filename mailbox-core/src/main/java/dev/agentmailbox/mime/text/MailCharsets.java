package dev.agentmailbox.mime.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Decodes text as mail clients do: by the label, otherwise as UTF-8 if valid, otherwise by
 * heuristics, otherwise as windows-1252. Labels that are commonly wrong are treated as their
 * superset.
 */
public final class MailCharsets {
  private static final int GUESS_BYTES = 64 * 1024;
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /** Declared charsets and what they usually mean. */
  private static final Map<String, String> READ_AS =
      Map.ofEntries(
          Map.entry("iso-8859-1", "windows-1252"),
          Map.entry("iso8859-1", "windows-1252"),
          Map.entry("iso_8859-1", "windows-1252"),
          Map.entry("latin1", "windows-1252"),
          Map.entry("ansi", "windows-1252"),
          Map.entry("iso-8859-8-i", "iso-8859-8"),
          Map.entry("iso-8859-9", "windows-1254"),
          Map.entry("iso-8859-11", "x-windows-874"),
          Map.entry("tis-620", "x-windows-874"),
          Map.entry("gb2312", "GB18030"),
          Map.entry("gb_2312-80", "GB18030"),
          Map.entry("gbk", "GB18030"),
          Map.entry("cp936", "GB18030"),
          Map.entry("ks_c_5601-1987", "x-windows-949"),
          Map.entry("euc-kr", "x-windows-949"),
          Map.entry("shift_jis", "windows-31j"),
          Map.entry("shift-jis", "windows-31j"),
          Map.entry("x-sjis", "windows-31j"),
          Map.entry("utf8", "UTF-8"),
          Map.entry("unicode-1-1-utf-8", "UTF-8"),
          // The JDK has no UTF-7; its common characters are ASCII.
          Map.entry("utf-7", "windows-1252"),
          Map.entry("unicode-1-1-utf-7", "windows-1252"));

  /** Those of most mail; all others take some 300 classes of the JDK. */
  private static final Map<String, Charset> COMMON =
      Map.of("utf-8", StandardCharsets.UTF_8, "windows-1252", WINDOWS_1252);

  /** By lower-case name and alias, because a lookup of an unknown name in the JDK is slow. */
  private static final class All {
    private static final Map<String, Charset> KNOWN = known();
  }

  private MailCharsets() {}

  /**
   * Decodes bytes; malformed sequences become U+FFFD.
   *
   * @param cut whether the bytes were truncated, possibly within a character
   */
  public static String decode(byte[] bytes, @Nullable String label, boolean cut) {
    String wanted = normalize(label);
    if (isAsciiLabel(wanted)) {
      String unicode = strictUtf8(bytes, cut);
      return unicode != null ? unicode : decode(bytes, guessUnlabelled(bytes, wanted), cut);
    }
    Charset known = lookup(wanted);
    if (known != null) {
      return decode(bytes, known, cut);
    }
    String unicode = strictUtf8(bytes, cut);
    return unicode != null ? unicode : decode(bytes, guess(bytes), cut);
  }

  /** Whether text with this label is decoded by it; also without a label. */
  public static boolean isKnown(@Nullable String label) {
    String wanted = normalize(label);
    return isAsciiLabel(wanted) || lookup(wanted) != null;
  }

  private static String normalize(@Nullable String label) {
    return label == null ? "" : label.strip().toLowerCase(Locale.ROOT);
  }

  /** Decodes raw header bytes: UTF-8 if valid, else windows-1252. */
  public static String decodeHeader(byte[] bytes, int length) {
    boolean ascii = true;
    for (int i = 0; i < length && ascii; i++) {
      ascii = bytes[i] >= 0;
    }
    if (ascii) {
      return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
    String unicode = strictUtf8(ByteBuffer.wrap(bytes, 0, length), false);
    return unicode != null ? unicode : new String(bytes, 0, length, WINDOWS_1252);
  }

  private static boolean isAsciiLabel(String label) {
    return label.isEmpty() || label.equals("us-ascii") || label.equals("ascii");
  }

  private static Charset guessUnlabelled(byte[] bytes, String label) {
    return label.isEmpty() ? guess(bytes) : WINDOWS_1252;
  }

  private static @Nullable Charset lookup(String label) {
    String name = READ_AS.getOrDefault(label, label).toLowerCase(Locale.ROOT);
    Charset common = COMMON.get(name);
    return common != null ? common : All.KNOWN.get(name);
  }

  private static Map<String, Charset> known() {
    Map<String, Charset> known = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      known.put(charset.name().toLowerCase(Locale.ROOT), charset);
      for (String alias : charset.aliases()) {
        known.putIfAbsent(alias.toLowerCase(Locale.ROOT), charset);
      }
    }
    return Map.copyOf(known);
  }

  private static Charset guess(byte[] bytes) {
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, 0, Math.min(bytes.length, GUESS_BYTES));
    detector.dataEnd();
    String name = detector.getDetectedCharset();
    Charset found = name == null ? null : lookup(name.toLowerCase(Locale.ROOT));
    return found == null || found.equals(StandardCharsets.UTF_8) ? WINDOWS_1252 : found;
  }

  private static @Nullable String strictUtf8(byte[] bytes, boolean cut) {
    return strictUtf8(ByteBuffer.wrap(bytes), cut);
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
      return run(
          ByteBuffer.wrap(bytes),
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .onUnmappableCharacter(CodingErrorAction.REPLACE),
          cut);
    } catch (CharacterCodingException impossible) {
      throw new IllegalStateException("a replacing decoder reported", impossible);
    }
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
