package dev.agentmailbox.mime.text;

import dev.agentmailbox.mime.ResourceLines;
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

  private static final class All {
    private static final Map<String, String> SUPERSETS =
        ResourceLines.table(CharsetLabels.class, "supersets.txt");
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
    ResourceLines.table(CharsetLabels.class, "labels.txt")
        .forEach((label, name) -> known.put(label, meant(Charset.forName(name))));
    known.remove(ASCII);
    return Map.copyOf(known);
  }

  private static Charset meant(Charset charset) {
    String superset = All.SUPERSETS.get(charset.name());
    // A runtime without the module jdk.charsets has the subset only.
    return superset != null && Charset.isSupported(superset) ? Charset.forName(superset) : charset;
  }
}
