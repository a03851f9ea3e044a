package dev.agentmailbox.service.sending.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A block of fields, such as a header or a group in a delivery report. Lenient; linear. */
final class HeaderBlock {
  /** Most blocks parsed per part. */
  static final int MAX_BLOCKS = 200;

  private static final int MAX_FIELDS = 200;
  private static final int MAX_VALUE_CHARACTERS = 4_000;

  /** One field. */
  private record Field(String name, String value) {}

  private final List<Field> fields = new ArrayList<>();

  private HeaderBlock() {}

  /** The blocks separated by empty lines; lines that are not fields are skipped. */
  static List<HeaderBlock> all(String text) {
    List<HeaderBlock> blocks = new ArrayList<>();
    HeaderBlock block = new HeaderBlock();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.isBlank()) {
        block = block.fields.isEmpty() ? block : begin(blocks, block);
      } else if (block.startsNext(line)) {
        block = begin(blocks, block);
        block.add(line);
      } else {
        block.add(line);
      }
      if (blocks.size() >= MAX_BLOCKS) {
        return blocks;
      }
    }
    begin(blocks, block);
    return blocks;
  }

  /** The first block only: the header of a message. */
  static HeaderBlock header(String text) {
    HeaderBlock block = new HeaderBlock();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.isBlank() && !block.fields.isEmpty()) {
        return block;
      }
      block.add(line);
    }
    return block;
  }

  private static HeaderBlock begin(List<HeaderBlock> blocks, HeaderBlock done) {
    if (!done.fields.isEmpty()) {
      blocks.add(done);
    }
    return new HeaderBlock();
  }

  /** Some reports omit the empty line between recipients. */
  private boolean startsNext(String line) {
    String name = name(line);
    return name.equals("final-recipient") && !first(name).isEmpty();
  }

  private void add(String line) {
    boolean fold = line.startsWith(" ") || line.startsWith("\t");
    if (fold && !fields.isEmpty()) {
      Field last = fields.get(fields.size() - 1);
      if (last.value.length() < MAX_VALUE_CHARACTERS) {
        String longer = cut(last.value + ' ' + line.strip());
        fields.set(fields.size() - 1, new Field(last.name, longer));
      }
      return;
    }
    String name = name(line);
    if (!name.isEmpty() && fields.size() < MAX_FIELDS) {
      fields.add(new Field(name, cut(line.substring(line.indexOf(':') + 1).strip())));
    }
  }

  private static String cut(String value) {
    return value.length() > MAX_VALUE_CHARACTERS ? value.substring(0, MAX_VALUE_CHARACTERS) : value;
  }

  private static String name(String line) {
    int colon = line.indexOf(':');
    if (colon <= 0 || colon > 60) {
      return "";
    }
    String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
    boolean isName = name.chars().allMatch(c -> c > ' ' && c < 0x7f);
    return isName ? name : "";
  }

  /** The first field with this lower-case name; empty when there is none. */
  String first(String name) {
    for (Field field : fields) {
      if (field.name.equals(name)) {
        return field.value;
      }
    }
    return "";
  }

  /** All fields with this lower-case name. */
  List<String> every(String name) {
    return fields.stream().filter(f -> f.name.equals(name)).map(Field::value).toList();
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }
}
