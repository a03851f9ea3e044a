package dev.agentmailbox.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sentences of the specification, and the sources that refer to them. Index lines are {@code -
 * Sending.9: a few words}, or {@code - Envelope.1-3: event_id; event_type; data} for the rows of a
 * table, which may go on in indented lines. Those after the heading {@value #EXCEPTIONS} give the
 * reason for which a sentence has no test. A source refers with a comment line of the word spec and
 * the sentences.
 *
 * <p>Not thread safe.
 */
final class SpecificationIndex {
  static final String EXCEPTIONS = "## Without a test";

  private static final Pattern LINE =
      Pattern.compile("- ([A-Z]\\w*)\\.(\\d{1,4})(?:-(\\d{1,4}))?: (\\S.*)");
  private static final Pattern COMMENT = Pattern.compile("\\s*// spec\\b(.*)");
  private static final Pattern SENTENCES =
      Pattern.compile(" [A-Z]\\w*\\.\\d+(?:, [A-Z]\\w*\\.\\d+)*");

  private final Set<String> sentences = new LinkedHashSet<>();
  private final Map<String, String> exceptions = new LinkedHashMap<>();
  private final Map<String, String> dangling = new TreeMap<>();
  private final Set<String> tested = new TreeSet<>();
  private final List<String> mistakes = new ArrayList<>();

  /** Reads the index. */
  SpecificationIndex(Path index) throws IOException {
    boolean exception = false;
    for (String line : Files.readString(index).replaceAll("\\R {2}", " ").lines().toList()) {
      exception |= line.equals(EXCEPTIONS);
      Matcher entry = LINE.matcher(line);
      if (!line.startsWith("- ")) {
        continue;
      }
      if (!entry.matches()) {
        mistakes.add("unreadable: " + line);
      } else if (exception) {
        exceptions.put(entry.group(1) + "." + entry.group(2), entry.group(4));
      } else {
        add(entry);
      }
    }
  }

  /** The rows of a table have as many words as the range has numbers. */
  private void add(Matcher entry) {
    String first = entry.group(2);
    String last = entry.group(3) == null ? first : entry.group(3);
    List<String> rows =
        first.equals(last) ? List.of(entry.group(4)) : List.of(entry.group(4).split("; ", -1));
    int number = Integer.parseInt(first);
    if (number + rows.size() - 1 != Integer.parseInt(last)) {
      mistakes.add(rows.size() + " rows: " + entry.group());
    }
    for (int row = 0; row < rows.size(); row++) {
      String sentence = entry.group(1) + "." + (number + row);
      if (!sentences.add(sentence)) {
        mistakes.add("twice: " + sentence);
      }
    }
  }

  /** Reads the references of every Java source below a directory. */
  SpecificationIndex read(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(SpecificationIndex::isSource)::iterator) {
        boolean test = file.toString().replace('\\', '/').contains("/src/test/");
        int number = 0;
        for (String line : Files.readAllLines(file)) {
          number++;
          Matcher comment = COMMENT.matcher(line);
          if (comment.matches()) {
            refer(comment.group(1), root.relativize(file) + ":" + number, test);
          }
        }
      }
    }
    return this;
  }

  private static boolean isSource(Path file) {
    String name = file.toString().replace('\\', '/');
    return name.endsWith(".java") && name.contains("/src/");
  }

  private void refer(String names, String place, boolean test) {
    if (!SENTENCES.matcher(names).matches()) {
      dangling.put(place, "unreadable:" + names);
      return;
    }
    for (String sentence : names.strip().split(", ", -1)) {
      if (!sentences.contains(sentence)) {
        dangling.put(place, sentence);
      }
      if (test) {
        tested.add(sentence);
      }
    }
  }

  Set<String> sentences() {
    return sentences;
  }

  /** References to no sentence, by place. */
  Map<String, String> dangling() {
    return dangling;
  }

  /** Sentences that no test refers to and that are no exceptions. */
  List<String> untested() {
    return sentences.stream()
        .filter(sentence -> !tested.contains(sentence) && !exceptions.containsKey(sentence))
        .toList();
  }

  /** What is wrong with the index: lines, doubles, exceptions of nothing or of what has a test. */
  List<String> mistakes() {
    List<String> all = new ArrayList<>(mistakes);
    for (String sentence : exceptions.keySet()) {
      if (!sentences.contains(sentence)) {
        all.add("an exception of no sentence: " + sentence);
      } else if (tested.contains(sentence)) {
        all.add("an exception that has a test: " + sentence);
      }
    }
    return all;
  }
}
