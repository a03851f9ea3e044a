package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.store.jdbc.transaction.SyncCoalescer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes new entries of directories durable, one sync for all who wait. Thread safe. */
public final class DirectorySync implements AutoCloseable {
  private Set<Path> unsynced = new HashSet<>();
  private long requests;
  private final SyncCoalescer coalescer;

  DirectorySync() {
    coalescer = new SyncCoalescer("content-sync", this::requested, this::syncAll);
  }

  /** Returns once the present entries of the directories are durable. */
  void await(Path... directories) {
    coalescer.awaitDurable(request(List.of(directories)));
  }

  private synchronized long request(List<Path> directories) {
    unsynced.addAll(directories);
    return ++requests;
  }

  private synchronized long requested() {
    return requests;
  }

  private synchronized Set<Path> takeUnsynced() {
    Set<Path> taken = unsynced;
    unsynced = new HashSet<>();
    return taken;
  }

  private void syncAll() throws IOException {
    for (Path directory : takeUnsynced()) {
      sync(directory);
    }
  }

  /** Syncs the entries of a directory. */
  public static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Why nothing is made durable any more, if so. */
  Optional<String> failure() {
    return coalescer.failure().map(words -> "syncing a directory failed: " + words);
  }

  /** Stops the syncing thread. */
  @Override
  public void close() {
    coalescer.close();
  }
}
