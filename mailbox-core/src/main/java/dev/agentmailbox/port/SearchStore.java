package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Words of messages, for word-prefix search, written with the message. */
public interface SearchStore {
  /** Longest prefix of a word that is kept and compared, in characters. */
  int MAX_WORD_CHARACTERS = 32;

  /** Adds a message's words: lower case, at most {@link #MAX_WORD_CHARACTERS} each. */
  void index(Scope inbox, Entry entry, Set<String> words);

  void remove(Scope inbox, Collection<String> messageIds);

  /**
   * Messages that for every prefix have a word that starts with it, by (createdAt, id).
   *
   * @param scope of an organization, a pod or an inbox
   * @param prefixes 1 to 10, lower case
   * @return at most {@code page.limit()} + 1 entries; which of them the caller may see is for the
   *     caller to find out
   */
  List<Entry> find(Scope scope, List<String> prefixes, PageRequest page);

  /** A message as the index knows it. */
  record Entry(String inboxId, String messageId, String threadId, Instant createdAt) {}
}
