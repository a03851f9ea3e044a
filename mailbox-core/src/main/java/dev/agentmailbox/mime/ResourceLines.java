package dev.agentmailbox.mime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tables that are text files beside the class that uses them, in UTF-8. */
public final class ResourceLines {
  private ResourceLines() {}

  /**
   * The lines of a file without blank ones and comments, which begin with {@code #}.
   *
   * @throws IllegalStateException the file is missing
   */
  public static List<String> of(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The lines of a file by their first word, each without that word and the blank after it. */
  public static Map<String, String> table(Class<?> owner, String name) {
    return of(owner, name).stream()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(row -> row[0], row -> row[1]));
  }
}
