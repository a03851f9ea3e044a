package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Index of messages by prefixes of their words and by names, updated in the transaction that stores
 * the message.
 */
public interface SearchStore {
  /** Words are truncated to this length, in UTF-16 code units. */
  int MAX_WORD_CHARACTERS = 32;

  /** Most prefixes in one query. */
  int MAX_PREFIXES = 10;

  /** The beginning of a name, a word that {@link #naming} finds as a whole; people write none. */
  String NAME_MARK = "@";

  /** Whether a word is a name. */
  static boolean isName(String word) {
    return word.startsWith(NAME_MARK);
  }

  /** Truncates a word to {@link #MAX_WORD_CHARACTERS} without splitting a surrogate pair. */
  static String cut(String word) {
    if (word.length() <= MAX_WORD_CHARACTERS) {
      return word;
    }
    boolean halves = Character.isHighSurrogate(word.charAt(MAX_WORD_CHARACTERS - 1));
    return word.substring(0, halves ? MAX_WORD_CHARACTERS - 1 : MAX_WORD_CHARACTERS);
  }

  /**
   * Indexes a message.
   *
   * @param words in lower case, among them names; truncated as by {@link #cut}
   */
  void index(Scope inbox, Entry entry, Set<String> words);

  void remove(Scope inbox, Collection<String> messageIds);

  /**
   * Messages with a word for every prefix, by (createdAt, id).
   *
   * @param scope an organization, a pod or an inbox
   * @return a page that the caller must filter by visibility. It may be short or even empty without
   *     being the last, because the work of one call is bounded
   */
  Page<Entry> find(Scope scope, Query query, PageRequest page);

  /**
   * Messages with a name, newest first; of several inboxes, those of one before those of the next.
   *
   * @param scope an organization, a pod or an inbox
   * @param limit most messages of each name
   * @return by name, without those that no message has
   */
  Map<String, List<Entry>> naming(Scope scope, Collection<String> names, int limit);

  /**
   * A query.
   *
   * @param prefixes 1 to {@link #MAX_PREFIXES}, in lower case
   * @param from only messages created at or after; null for unbounded
   * @param before only messages created before; null for unbounded
   */
  record Query(List<String> prefixes, @Nullable Instant from, @Nullable Instant before) {
    public Query {
      prefixes = List.copyOf(prefixes);
      if (prefixes.isEmpty() || prefixes.size() > MAX_PREFIXES) {
        throw new IllegalArgumentException("a query has 1 to " + MAX_PREFIXES + " prefixes");
      }
    }

    /** A query without time bounds. */
    public static Query of(String... prefixes) {
      return new Query(List.of(prefixes), null, null);
    }

    /** Whether the time is within the bounds. */
    public boolean covers(Instant time) {
      return (from == null || !time.isBefore(from)) && (before == null || time.isBefore(before));
    }
  }

  /** An indexed message. */
  record Entry(String inboxId, String messageId, String threadId, Instant createdAt) {
    /** Its position in search results. */
    public PagePosition position() {
      return new PagePosition(createdAt, messageId);
    }
  }
}
