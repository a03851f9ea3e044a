package dev.agentmailbox;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds every regular expression of a module, compiled ones by the objects that its constants hold
 * and literals in its sources, and counts the characters each reads of texts made to keep it busy.
 * A text twice as long may cost about twice as much, and no text may exhaust the stack. Nothing is
 * listed by hand, so that a new pattern is looked at too.
 */
public final class PatternGrowth {
  /** Longer than most bounded repetitions, so that their growth is seen to end. */
  private static final int LENGTH = 1_000;

  /**
   * Between linear, which is 2 and a little more for long bounded repetitions, and quadratic, 4.
   */
  private static final double MOST_GROWTH = 3.3;

  /** Far more turns of a repeated group than a thread's stack has room for. */
  private static final int STACK_LENGTH = 32 * 1024;

  /** Only turns of a group take room on the stack. */
  private static final Pattern REPEATED_GROUP =
      Pattern.compile("\\)(?:[*+]|\\{\\d+,(?:\\d{3,})?\\})");

  private static final List<String> PIECES =
      List.of(
          " ", "\t", "\n", "\r\n", "a", "A", "0", "f", ".", "-", "_", "*", "=", "\"", "\\", "<",
          ">", "(", ":", ";", ",", "/", "@", "[", "{", "%", "+", "'", "x ", ". ", "a.", "a-", "0.",
          "a ", " 1", "; ", ";a=b", "a=b&", "=?", "a@", "A1", "\\\"", "\"a\"", "\u00e9", "\u4e2d");

  private static final Pattern WORD = Pattern.compile("[a-z]{3,12}", Pattern.CASE_INSENSITIVE);
  private static final Pattern PLAIN_START = Pattern.compile("\\^?((?:[\\w:=/ ]|\\\\[.$?*+])*+)");
  private static final Pattern LITERAL =
      Pattern.compile(
          "\\.(matches|split|replaceAll|replaceFirst)\\(\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private static final String WHOLE = "matches in ";

  private final Map<String, Pattern> found = new TreeMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private PatternGrowth() {}

  /** Reads its characters one by one and counts them. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long reads;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }
  }

  /**
   * Fails with the patterns of the module that grow faster than their text.
   *
   * @param anchor a class of the module
   * @param whole constants, such as {@code Author.BARE}, that are only matched with a whole text
   *     and never looked for in it
   * @param bounded constants whose text has a bound of its own, with that bound in characters
   */
  public static void check(Class<?> anchor, Set<String> whole, Map<String, Integer> bounded) {
    PatternGrowth module = new PatternGrowth();
    Path classes = classes(anchor);
    module.collect(classes);
    assertFalse(module.found.isEmpty(), "no pattern was found in " + classes);
    List<String> wrong = new ArrayList<>();
    module.found.forEach(
        (name, pattern) -> {
          Integer bound = bounded.get(name);
          Use use = new Use(pattern, !whole.contains(name) && !name.startsWith(WHOLE));
          String trouble = bound == null ? trouble(use) : troubleWithin(use, bound);
          if (trouble != null) {
            wrong.add(name + " " + pattern + "\n    on " + trouble);
          }
        });
    assertTrue(wrong.isEmpty(), () -> "superlinear patterns:\n" + String.join("\n", wrong));
  }

  /** How a pattern is used. */
  private record Use(Pattern pattern, boolean finds) {}

  private static @Nullable String trouble(Use use) {
    boolean repeats = REPEATED_GROUP.matcher(use.pattern().pattern()).find();
    for (Shape shape : shapes(use.pattern())) {
      try {
        long once = reads(use, shape.ofLength(LENGTH));
        long twice = reads(use, shape.ofLength(2 * LENGTH));
        if (twice > MOST_GROWTH * once + LENGTH) {
          return shape + ": " + once + " reads, then " + twice;
        }
        if (repeats && shape.end().isEmpty()) {
          reads(use, shape.ofLength(STACK_LENGTH));
        }
      } catch (StackOverflowError tooDeep) {
        return shape + ": the stack is exhausted";
      }
    }
    return null;
  }

  private static @Nullable String troubleWithin(Use use, int bound) {
    for (Shape shape : shapes(use.pattern())) {
      long reads = reads(use, shape.ofLength(bound));
      if (reads > 1_000_000) {
        return shape + " of " + bound + ": " + reads + " reads";
      }
    }
    return null;
  }

  private static long reads(Use use, String text) {
    Counted counted = new Counted(text);
    Matcher matcher = use.pattern().matcher(counted);
    var unused = matcher.matches();
    matcher.reset();
    while (use.finds() && matcher.find()) {
      // Each is looked for, as a replacement does.
    }
    return counted.reads;
  }

  /** A text that begins in one way, goes on and on, and ends in one way. */
  private record Shape(String start, String piece, String end) {
    String ofLength(int length) {
      return start + piece.repeat(length / piece.length()) + end;
    }
  }

  private static List<Shape> shapes(Pattern pattern) {
    Matcher start = PLAIN_START.matcher(pattern.pattern());
    String plain = start.lookingAt() ? start.group(1).replace("\\", "") : "";
    Set<String> pieces = new LinkedHashSet<>(PIECES);
    WORD.matcher(pattern.pattern())
        .results()
        .limit(8)
        .forEach(
            word -> {
              pieces.add(word.group());
              pieces.add(word.group() + " ");
            });
    List<Shape> shapes = new ArrayList<>();
    for (String piece : pieces) {
      for (String end : List.of("", "\u0001")) {
        shapes.add(new Shape("", piece, end));
        if (!plain.isEmpty()) {
          shapes.add(new Shape(plain, piece, end));
        }
      }
    }
    return shapes;
  }

  private static Path classes(Class<?> anchor) {
    try {
      return Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void collect(Path classes) {
    try (Stream<Path> files = Files.walk(classes)) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .map(file -> classes.relativize(file).toString())
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .filter(name -> !name.endsWith("-info"))
          .forEach(this::constants);
      Path sources = classes.resolve("../../src/main/java").normalize();
      try (Stream<Path> texts = Files.walk(sources)) {
        texts.filter(file -> file.toString().endsWith(".java")).forEach(this::literals);
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void literals(Path source) {
    try {
      LITERAL
          .matcher(Files.readString(source))
          .results()
          .forEach(
              literal ->
                  found.put(
                      literal.group(1) + " in " + source.getFileName() + " " + literal.group(2),
                      Pattern.compile(literal.group(2).translateEscapes())));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void constants(String name) {
    try {
      Class<?> type = Class.forName(name, false, PatternGrowth.class.getClassLoader());
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          look(type.getSimpleName() + '.' + field.getName(), field.get(null));
        }
      }
    } catch (ReflectiveOperationException | LinkageError notToBeLoaded) {
      // A class for a library that is not here; its patterns are in no other class.
    }
  }

  private void look(String name, @Nullable Object value) throws IllegalAccessException {
    if (value == null || !seen.add(value)) {
      return;
    }
    if (value instanceof Pattern pattern) {
      found.put(found.containsKey(name) ? name + " " + pattern : name, pattern);
    } else if (value instanceof Collection<?> items) {
      for (Object item : items) {
        look(name, item);
      }
    } else if (value instanceof Map<?, ?> map) {
      look(name, new ArrayList<Object>(map.values()));
    } else if (value instanceof Object[] items) {
      for (Object item : items) {
        look(name, item);
      }
    } else if (value.getClass().getName().startsWith("dev.agentmailbox.")) {
      for (Field field : value.getClass().getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          look(name, field.get(value));
        }
      }
    }
  }
}
