package dev.agentmailbox.port.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words of messages, for word-prefix search, written with the message. */
public interface SearchStore {
  /** Longest prefix of a word that is kept and compared, in characters. */
  int MAX_WORD_CHARACTERS = 32;

  /** Prefixes of one query. */
  int MAX_PREFIXES = 10;

  /** What is kept of a word: never half of a letter that takes two characters. */
  static String cut(String word) {
    if (word.length() <= MAX_WORD_CHARACTERS) {
      return word;
    }
    boolean halves = Character.isHighSurrogate(word.charAt(MAX_WORD_CHARACTERS - 1));
    return word.substring(0, halves ? MAX_WORD_CHARACTERS - 1 : MAX_WORD_CHARACTERS);
  }

  /** Adds a message's words: lower case, at most {@link #MAX_WORD_CHARACTERS} each. */
  void index(Scope inbox, Entry entry, Set<String> words);

  void remove(Scope inbox, Collection<String> messageIds);

  /**
   * Messages that for every prefix have a word that starts with it, by (createdAt, id).
   *
   * @param scope of an organization, a pod or an inbox
   * @return which of them the caller may see is for the caller to find out. A page may be short, or
   *     empty, and not the last: what one call reads is bounded
   */
  Page<Entry> find(Scope scope, Query query, PageRequest page);

  /**
   * What to look for.
   *
   * @param prefixes 1 to {@link #MAX_PREFIXES}, lower case
   * @param from only messages created then or later; null for no bound
   * @param before only messages created before; null for no bound
   */
  record Query(List<String> prefixes, @Nullable Instant from, @Nullable Instant before) {
    public Query {
      prefixes = List.copyOf(prefixes);
      if (prefixes.isEmpty() || prefixes.size() > MAX_PREFIXES) {
        throw new IllegalArgumentException("a query has 1 to " + MAX_PREFIXES + " prefixes");
      }
    }

    /** At any time. */
    public static Query of(String... prefixes) {
      return new Query(List.of(prefixes), null, null);
    }

    /** Whether a message of that time is looked for. */
    public boolean covers(Instant time) {
      return (from == null || !time.isBefore(from)) && (before == null || time.isBefore(before));
    }
  }

  /** A message as the index knows it. */
  record Entry(String inboxId, String messageId, String threadId, Instant createdAt) {
    /** Its place in every search. */
    public PagePosition position() {
      return new PagePosition(createdAt, messageId);
    }
  }
}
