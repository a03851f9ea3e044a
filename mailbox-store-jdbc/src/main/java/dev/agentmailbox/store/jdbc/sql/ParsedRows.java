package dev.agentmailbox.store.jdbc.sql;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The values of JSON columns that were read lately: parsing fifty mails is half of the work of a
 * page, and clients ask for the same page again and again. A value is used only for the text that
 * it was parsed from, so that nothing here can be out of date. Thread safe.
 */
final class ParsedRows {
  /**
   * Maximum characters of all texts: about 4,000 mails, and about 10 MB with what they were parsed
   * to; three times as much if strangers fill it. Then all are dropped, and parsed once more.
   */
  static final int MAX_KEPT = 4 << 20;

  /** Longer texts, of mails with very many recipients, are parsed each time. */
  static final int MAX_CHARACTERS = 4_096;

  private final Map<String, Parsed> rows = new ConcurrentHashMap<>();

  /** Characters since all were dropped, those of replaced and deleted rows too. */
  private final AtomicInteger kept = new AtomicInteger();

  private record Parsed(String text, Object value) {}

  /**
   * The parsed value of a text.
   *
   * @param id of the row
   * @param parse always the same function
   */
  @SuppressWarnings("unchecked") // One function parses all texts.
  <T> T get(String id, String text, Function<String, T> parse) {
    if (text.length() > MAX_CHARACTERS) {
      return parse.apply(text);
    }
    Parsed known = rows.get(id);
    if (known != null && known.text.equals(text)) {
      return (T) known.value;
    }
    T value = parse.apply(text);
    if (kept.addAndGet(text.length()) > MAX_KEPT) {
      rows.clear();
      kept.set(text.length());
    }
    rows.put(id, new Parsed(text, value));
    return value;
  }

  /** Drops deleted rows, whose text should not stay in memory. */
  void forget(Collection<String> ids) {
    ids.forEach(rows::remove);
  }
}
