package dev.agentmailbox.store.jdbc.sql;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Where keys of the whole service lead: an address, the prefix of an API key, the hash of a code.
 * What a look-up table says of a key never changes, so it is read once, also with other writers.
 * Thread safe.
 */
final class LookUps {
  /** Maximum keys; the least recently used one is evicted. */
  static final int MAX_KEYS = 20_000;

  private final Map<Key, Place> places = new RecentlyUsed<>(MAX_KEYS);

  private record Key(String query, String text) {}

  private record Place(String organizationId, String id) {}

  /** See {@link Statements#lookUp}. */
  <T> Optional<T> find(
      Statements statements,
      String query,
      String text,
      BiFunction<String, String, Optional<T>> row) {
    Key key = new Key(query, text);
    // A transaction that was rolled back may have read what never was: the row decides.
    Optional<T> known = known(key).flatMap(place -> row.apply(place.organizationId(), place.id()));
    return known.isPresent()
        ? known
        : read(statements, key).flatMap(place -> row.apply(place.organizationId(), place.id()));
  }

  private synchronized Optional<Place> known(Key key) {
    return Optional.ofNullable(places.get(key));
  }

  private Optional<Place> read(Statements statements, Key key) {
    Optional<Place> read =
        Rows.one(
            statements.query(key.query()).bind("key", key.text()),
            row -> new Place(row.getString(1), row.getString(2)));
    read.ifPresent(place -> note(key, place));
    return read;
  }

  private synchronized void note(Key key, Place place) {
    places.put(key, place);
  }
}
