package dev.agentmailbox.memory.rows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Inverse operations of the current write transaction, for rollback. All changes to the store's
 * collections go through it. One log suffices because writers are serialized.
 */
public final class UndoLog {
  private final ReentrantReadWriteLock lock;
  private final Deque<Runnable> undo = new ArrayDeque<>();

  public UndoLog(ReentrantReadWriteLock lock) {
    this.lock = lock;
  }

  public <K, V> void put(Map<K, V> map, K key, V value) {
    requireWriter();
    boolean present = map.containsKey(key);
    V before = map.put(key, value);
    undo.push(present ? () -> map.put(key, before) : () -> map.remove(key));
  }

  public <K, V> void remove(Map<K, V> map, K key) {
    requireWriter();
    if (map.containsKey(key)) {
      V before = map.remove(key);
      undo.push(() -> map.put(key, before));
    }
  }

  public <E> void add(Set<E> set, E element) {
    requireWriter();
    if (set.add(element)) {
      undo.push(() -> set.remove(element));
    }
  }

  public <E> void remove(Set<E> set, E element) {
    requireWriter();
    if (set.remove(element)) {
      undo.push(() -> set.add(element));
    }
  }

  <T> void set(Cell<T> cell, T row) {
    requireWriter();
    T before = cell.row();
    cell.set(row);
    undo.push(() -> cell.set(before));
  }

  /** Undoes all changes, latest first. */
  public void rollBack() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  /** Makes the changes permanent. */
  public void commit() {
    undo.clear();
  }

  void requireWriter() {
    if (!lock.isWriteLockedByCurrentThread()) {
      throw new IllegalStateException("only a writing transaction, on its own thread, can change");
    }
  }
}
