package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.problem.ProblemCatalog;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.SendStatus;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Values in pages are those of the code: a comment behind a value names the constant, a table
 * between marks is made from the code. {@code -Dgolden.update=true} writes them anew.
 */
class DocumentedValuesTest {
  private static final String ROOT_PACKAGE = "dev.agentmailbox.";
  private static final Pattern VALUE =
      Pattern.compile("(?<=\\| )([^|<>]+?)( <!-- ([\\w.]+) -->)", Pattern.MULTILINE);
  private static final Pattern ROW = Pattern.compile("^\\| (?!What |-)[^\\n]*$", Pattern.MULTILINE);
  private static final Pattern ERRORS =
      Pattern.compile("(?<=<!-- generated errors -->\n).*?(?=<!-- end -->)", Pattern.DOTALL);
  private static final List<String> BYTE_UNITS = List.of("bytes", "KiB", "MiB", "GiB");
  private static final int UNIT_STEP = 1_024;
  private static final int SECONDS_OF_MINUTE = 60;
  private static final int MINUTES_OF_HOUR = 60;
  private static final int HOURS_OF_DAY = 24;

  @Test
  void limits_are_those_of_the_code() throws IOException {
    Path page = Pages.DOCS.resolve("limits.md");
    assertIs(page, VALUE.matcher(Pages.text(page)).replaceAll(DocumentedValuesTest::current));
  }

  @Test
  void every_limit_names_its_constant() {
    String page = Pages.text(Pages.DOCS.resolve("limits.md"));
    List<String> rows = ROW.matcher(page).results().map(MatchResult::group).toList();
    assertEquals(List.of(), rows.stream().filter(row -> !row.contains("<!-- ")).toList());
    assertTrue(rows.size() > 50, rows.size() + " rows");
  }

  @Test
  void errors_are_those_of_the_code() throws IOException {
    Path page = Pages.DOCS.resolve("errors.md");
    StringBuilder table = new StringBuilder("| Code | Status | Retry | What to do |\n");
    table.append("|---|---|---|---|\n");
    for (ErrorCode code : ErrorCode.values()) {
      ProblemCatalog.Entry entry = ProblemCatalog.of(code);
      table.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %d | %s | %s |%n",
              code.wireName(),
              entry.status(),
              entry.retryable() ? "yes" : "no",
              entry.fix().replace("<", "&lt;")));
    }
    assertIs(
        page,
        ERRORS.matcher(Pages.text(page)).replaceFirst(old -> table.toString().replace("$", "\\$")));
  }

  @Test
  void every_word_of_the_api_that_a_page_explains_is_there() {
    assertExplains("receiving.md", EventType.values(), EventType::wireName);
    assertExplains("sending.md", SendStatus.values(), SendStatus::wireName);
    assertExplains("sending.md", RecipientStatus.values(), RecipientStatus::wireName);
    assertExplains("concepts.md", Policy.APPROVAL_FLAGS.toArray(), Object::toString);
    assertExplains("concepts.md", Policy.HOLD_REASONS.toArray(), Object::toString);
  }

  private static <T> void assertExplains(String page, T[] values, Function<T, String> word) {
    String text = Pages.text(Pages.DOCS.resolve(page));
    assertEquals(
        List.of(),
        Arrays.stream(values)
            .map(word)
            .filter(one -> !text.contains('`' + one + '`'))
            .map(one -> page + ": " + one)
            .toList());
  }

  private static void assertIs(Path page, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(page, text);
    }
    assertEquals(text, Pages.text(page), "run again with -Dgolden.update=true");
  }

  private static String current(MatchResult value) {
    String path = value.group(3);
    try {
      return words(path, constant(path)) + value.group(2);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("there is no constant " + path, e);
    }
  }

  /** Package, types, the constant, and at most one component of a record. */
  private static Object constant(String path) throws ReflectiveOperationException {
    StringBuilder type = new StringBuilder(ROOT_PACKAGE);
    List<String> names = List.of(path.split("\\."));
    int at = 0;
    while (!names.get(at).matches("[A-Z][A-Z0-9_]*")) {
      String name = names.get(at++);
      boolean nested = type.charAt(type.length() - 1) == '$';
      type.append(name).append(Character.isUpperCase(name.charAt(0)) ? '$' : '.');
      assertTrue(!nested || Character.isUpperCase(name.charAt(0)), path);
    }
    type.setLength(type.length() - 1);
    Field field = Class.forName(type.toString()).getDeclaredField(names.get(at));
    field.setAccessible(true);
    Object value = Objects.requireNonNull(field.get(null));
    if (at + 1 < names.size()) {
      Method component = value.getClass().getDeclaredMethod(names.get(at + 1));
      component.setAccessible(true);
      value = Objects.requireNonNull(component.invoke(value));
    }
    return value;
  }

  private static String words(String path, Object value) {
    if (value instanceof Duration time) {
      return words(time);
    }
    if (value instanceof Double) {
      return value.toString();
    }
    long number = ((Number) value).longValue();
    return path.toLowerCase(Locale.ROOT).endsWith("bytes")
        ? bytes(number)
        : String.format(Locale.ROOT, "%,d", number);
  }

  private static String words(Duration time) {
    long seconds = time.toSeconds();
    if (seconds % SECONDS_OF_MINUTE != 0 || seconds == SECONDS_OF_MINUTE) {
      return seconds + " s";
    }
    long minutes = time.toMinutes();
    if (minutes % MINUTES_OF_HOUR != 0) {
      return minutes + " min";
    }
    long hours = time.toHours();
    if (hours % HOURS_OF_DAY != 0 || hours == HOURS_OF_DAY) {
      return hours == 1 ? "1 hour" : hours + " hours";
    }
    return time.toDays() + " days";
  }

  private static String bytes(long number) {
    int unit = 0;
    while (number % UNIT_STEP == 0 && unit + 1 < BYTE_UNITS.size()) {
      number /= UNIT_STEP;
      unit++;
    }
    return String.format(Locale.ROOT, "%,d %s", number, BYTE_UNITS.get(unit));
  }
}
