package dev.agentmailbox.server.dkim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The header of a message, field by field, as it is signed. Characters stand for bytes (ISO
 * 8859-1), so that every byte can be kept.
 *
 * @param fields from the top
 */
record HeaderFields(List<Field> fields) {
  /**
   * One field.
   *
   * @param name lower case
   * @param value everything behind the colon, folds included
   */
  record Field(String name, String value) {
    /** RFC 6376 section 3.4.2, without a line end. */
    String relaxed() {
      return name + ":" + unfolded();
    }

    /** The value on one line, runs of blanks as one space, none around it. */
    String unfolded() {
      return value.replace("\r\n", "").replaceAll("[ \t]+", " ").replaceAll("^ | $", "");
    }
  }

  HeaderFields {
    fields = List.copyOf(fields);
  }

  /**
   * Takes a header apart. Lines that are no field are left out, as a verifier does.
   *
   * @param header up to the empty line
   */
  static HeaderFields parse(String header) {
    List<Field> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    for (String line : header.split("\r\n", -1)) {
      boolean folded = line.startsWith(" ") || line.startsWith("\t");
      if (folded && field.length() > 0) {
        field.append("\r\n").append(line);
      } else {
        add(fields, field);
        field.setLength(0);
        field.append(line);
      }
    }
    add(fields, field);
    return new HeaderFields(fields);
  }

  private static void add(List<Field> fields, CharSequence text) {
    String field = text.toString();
    int colon = field.indexOf(':');
    if (colon > 0) {
      String name = field.substring(0, colon).stripTrailing().toLowerCase(Locale.ROOT);
      fields.add(new Field(name, field.substring(colon + 1)));
    }
  }

  /** The fields of this name, from the top. */
  List<Field> named(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).toList();
  }
}
