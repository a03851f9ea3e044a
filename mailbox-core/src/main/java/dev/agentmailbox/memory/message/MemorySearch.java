package dev.agentmailbox.memory.message;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.message.SearchStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sorted words per inbox, so that a prefix is one range. */
public final class MemorySearch implements SearchStore {
  private static final Comparator<Entry> OLDEST_FIRST =
      Comparator.comparing(Entry::createdAt).thenComparing(Entry::messageId);

  private record MessageKey(Scope inbox, String messageId) {}

  private final UndoLog undo;
  private final Map<Scope, NavigableMap<String, Set<String>>> words = new HashMap<>();
  private final Map<MessageKey, Entry> entries = new HashMap<>();
  private final Map<MessageKey, Set<String>> wordsOf = new HashMap<>();

  public MemorySearch(UndoLog undo) {
    this.undo = undo;
  }

  @Override
  public void index(Scope inbox, Entry entry, Set<String> messageWords) {
    MessageKey key = new MessageKey(inbox, entry.messageId());
    Set<String> kept = messageWords.stream().map(SearchStore::cut).collect(Collectors.toSet());
    NavigableMap<String, Set<String>> ofInbox = words.computeIfAbsent(inbox, s -> new TreeMap<>());
    kept.forEach(
        word -> undo.add(ofInbox.computeIfAbsent(word, w -> new HashSet<>()), key.messageId()));
    undo.put(entries, key, entry);
    undo.put(wordsOf, key, kept);
  }

  @Override
  public void remove(Scope inbox, Collection<String> messageIds) {
    NavigableMap<String, Set<String>> ofInbox = words.getOrDefault(inbox, new TreeMap<>());
    for (String id : messageIds) {
      MessageKey key = new MessageKey(inbox, id);
      wordsOf.getOrDefault(key, Set.of()).forEach(word -> removeWord(ofInbox, word, id));
      undo.remove(entries, key);
      undo.remove(wordsOf, key);
    }
  }

  @Override
  public Page<Entry> find(Scope scope, Query query, PageRequest page) {
    List<String> wanted = query.prefixes().stream().map(SearchStore::cut).toList();
    Comparator<Entry> order = page.ascending() ? OLDEST_FIRST : OLDEST_FIRST.reversed();
    List<Entry> found =
        inboxes(scope)
            .flatMap(inbox -> matches(inbox, wanted))
            .filter(entry -> query.covers(entry.createdAt()))
            .filter(entry -> page.position().map(end -> isAfter(entry, end, order)).orElse(true))
            .sorted(order)
            .limit(page.limit() + 1L)
            .toList();
    return Page.cut(found, page.limit(), Entry::position);
  }

  private Stream<Scope> inboxes(Scope scope) {
    return scope.inboxId() != null
        ? Stream.of(scope)
        : words.keySet().stream()
            .filter(i -> scope.contains(i.organizationId(), i.podId(), i.inboxId()));
  }

  private Stream<Entry> matches(Scope inbox, List<String> prefixes) {
    NavigableMap<String, Set<String>> ofInbox = words.get(inbox);
    if (ofInbox == null) {
      return Stream.of();
    }
    Set<String> found = withPrefix(ofInbox, prefixes.get(0));
    for (String prefix : prefixes.subList(1, prefixes.size())) {
      if (!found.isEmpty()) {
        found.retainAll(withPrefix(ofInbox, prefix));
      }
    }
    return entries(inbox, found);
  }

  private Stream<Entry> entries(Scope inbox, Set<String> messageIds) {
    return messageIds.stream()
        .map(id -> Objects.requireNonNull(entries.get(new MessageKey(inbox, id))));
  }

  @Override
  public Map<String, List<Entry>> naming(Scope scope, Collection<String> names, int limit) {
    Map<String, List<Entry>> naming = new HashMap<>();
    for (String name : names) {
      List<Entry> found =
          inboxes(scope)
              .sorted(Comparator.comparing(Scope::id))
              .flatMap(inbox -> named(inbox, name).sorted(OLDEST_FIRST.reversed()))
              .limit(limit)
              .toList();
      if (!found.isEmpty()) {
        naming.put(name, found);
      }
    }
    return naming;
  }

  private Stream<Entry> named(Scope inbox, String name) {
    NavigableMap<String, Set<String>> ofInbox = words.get(inbox);
    return ofInbox == null ? Stream.of() : entries(inbox, ofInbox.getOrDefault(name, Set.of()));
  }

  private static Set<String> withPrefix(NavigableMap<String, Set<String>> words, String prefix) {
    Set<String> ids = new HashSet<>();
    words.subMap(prefix, true, prefix + Character.MAX_VALUE, true).values().forEach(ids::addAll);
    return ids;
  }

  private void removeWord(NavigableMap<String, Set<String>> ofInbox, String word, String id) {
    Set<String> ids = ofInbox.get(word);
    if (ids != null && ids.size() == 1 && ids.contains(id)) {
      undo.remove(ofInbox, word);
    } else if (ids != null) {
      undo.remove(ids, id);
    }
  }

  private static boolean isAfter(Entry entry, PagePosition end, Comparator<Entry> order) {
    return order.compare(entry, new Entry("", end.id(), "", end.time())) > 0;
  }
}
