package dev.agentmailbox.store.jdbc.message;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Labels as one text; labels contain no spaces. */
public final class LabelSet {
  private LabelSet() {}

  public static String write(Collection<String> labels) {
    return String.join(" ", new TreeSet<>(labels));
  }

  public static Set<String> read(String text) {
    return text.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(text.split(" ")));
  }
}
