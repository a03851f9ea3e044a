package dev.agentmailbox.mime.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Charset labels as they are found in mail. A label that is commonly used for a superset means the
 * superset.
 */
final class CharsetLabels {
  static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  static final String ASCII = "usascii";
  static final String UTF_7 = "utf7";
  static final String ISO_2022_JP = "iso2022jp";

  private static final int MAX_LABEL_LENGTH = 64;

  /** Labels of most mail; all others take some 300 classes of the JDK. */
  private static final Map<String, Charset> COMMON =
      Map.of(
          "utf8", StandardCharsets.UTF_8,
          "windows1252", WINDOWS_1252,
          "iso88591", WINDOWS_1252,
          "latin1", WINDOWS_1252);

  /** Charsets of the JDK, and the supersets that they usually stand for. */
  private static final Map<String, String> SUPERSETS =
      Map.ofEntries(
          Map.entry("ISO-8859-1", "windows-1252"),
          Map.entry("ISO-8859-9", "windows-1254"),
          Map.entry("x-iso-8859-11", "x-windows-874"),
          Map.entry("TIS-620", "x-windows-874"),
          Map.entry("GB2312", "GB18030"),
          Map.entry("GBK", "GB18030"),
          Map.entry("x-mswin-936", "GB18030"),
          Map.entry("Big5", "x-MS950-HKSCS"),
          Map.entry("Big5-HKSCS", "x-MS950-HKSCS"),
          Map.entry("x-windows-950", "x-MS950-HKSCS"),
          Map.entry("EUC-KR", "x-windows-949"),
          Map.entry("x-IBM949", "x-windows-949"),
          Map.entry("Shift_JIS", "windows-31j"),
          Map.entry("x-IBM942C", "windows-31j"),
          Map.entry("EUC-JP", "x-eucJP-Open"),
          // With the NEC characters of row 13.
          Map.entry("ISO-2022-JP", "x-windows-50221"),
          Map.entry("ISO-2022-JP-2", "x-windows-50221"));

  /** Labels that the JDK does not know. */
  private static final Map<String, String> OTHER =
      Map.ofEntries(
          Map.entry("ansi", "windows-1252"),
          Map.entry("iso88596e", "ISO-8859-6"),
          Map.entry("iso88596i", "ISO-8859-6"),
          Map.entry("iso88598e", "ISO-8859-8"),
          Map.entry("iso88598i", "ISO-8859-8"),
          Map.entry("gb231280", "GB2312"),
          Map.entry("cngb", "GB2312"),
          Map.entry("chinese", "GB2312"),
          Map.entry("cnbig5", "Big5"),
          Map.entry("xxbig5", "Big5"),
          Map.entry("ksc5601", "EUC-KR"),
          Map.entry("korean", "EUC-KR"),
          Map.entry("uhc", "EUC-KR"),
          Map.entry("koi", "KOI8-R"),
          Map.entry("koi8", "KOI8-R"),
          Map.entry("koi8ru", "KOI8-U"),
          Map.entry("ucs2", "UTF-16"),
          Map.entry("iso10646ucs2", "UTF-16"),
          Map.entry("macintosh", "x-MacRoman"),
          Map.entry("mac", "x-MacRoman"),
          Map.entry("macce", "x-MacCentralEurope"),
          Map.entry("unicode11utf8", "UTF-8"),
          Map.entry("unicode20utf8", "UTF-8"),
          Map.entry("utf8n", "UTF-8"),
          Map.entry("utf8mb4", "UTF-8"));

  private static final class All {
    private static final Map<String, Charset> KNOWN = known();
  }

  private CharsetLabels() {}

  /** Letters and digits of the label in lower case, because punctuation varies; empty for none. */
  static String normalize(@Nullable String label) {
    if (label == null) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    int limit = Math.min(label.length(), MAX_LABEL_LENGTH);
    for (int i = 0; i < limit; i++) {
      char c = Character.toLowerCase(label.charAt(i));
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        out.append(c);
      } else if (" ;,\"'/".indexOf(c) >= 0 && !out.isEmpty()) {
        break;
      }
    }
    String name = out.toString();
    return switch (name) {
      case "usascii", "ascii", "ansix341968", "iso646us", "646", "csascii" -> ASCII;
      case "unicode11utf7", "unicode20utf7", "csunicode11utf7", "xutf7", "cp65000" -> UTF_7;
      default -> name;
    };
  }

  /** The charset of a normalized label; null when it is unknown. */
  static @Nullable Charset find(String label) {
    Charset common = COMMON.get(label);
    if (common != null) {
      return common;
    }
    Charset known = All.KNOWN.get(label);
    if (known == null && label.startsWith("x")) {
      known = All.KNOWN.get(label.substring(1));
    }
    if (known == null && label.startsWith("win")) {
      known = All.KNOWN.get("windows" + label.substring("win".length()));
    }
    return known;
  }

  private static Map<String, Charset> known() {
    Map<String, Charset> known = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      known.put(normalize(charset.name()), meant(charset));
    }
    for (Charset charset : Charset.availableCharsets().values()) {
      for (String alias : charset.aliases()) {
        known.putIfAbsent(normalize(alias), meant(charset));
      }
    }
    OTHER.forEach((label, name) -> known.put(label, meant(Charset.forName(name))));
    known.remove(ASCII);
    return Map.copyOf(known);
  }

  private static Charset meant(Charset charset) {
    String superset = SUPERSETS.get(charset.name());
    // A runtime without the module jdk.charsets has the subset only.
    return superset != null && Charset.isSupported(superset) ? Charset.forName(superset) : charset;
  }
}
