package dev.agentmailbox.store.h2.disk;

import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.util.ArrayList;
import java.util.List;

/** The locks on one file. As in Java, a process that has one gets no other. Thread safe. */
final class Locks {
  private final List<SimulatedLock> held = new ArrayList<>();

  /**
   * Takes one.
   *
   * @throws OverlappingFileLockException another one, shared or not, has a part of it
   */
  synchronized void add(SimulatedLock lock) {
    if (held.stream().anyMatch(other -> other.overlaps(lock.position(), lock.size()))) {
      throw new OverlappingFileLockException();
    }
    held.add(lock);
  }

  synchronized void remove(SimulatedLock lock) {
    held.remove(lock);
  }

  synchronized void removeOf(FileChannel channel) {
    held.removeIf(lock -> lock.channel() == channel);
  }

  synchronized boolean holds(SimulatedLock lock) {
    return held.contains(lock);
  }
}
