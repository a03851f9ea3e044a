package dev.agentmailbox.store.h2.disk;

import java.nio.file.Path;

/**
 * Hears of each changing call before it is numbered and takes effect, in the calling thread and
 * outside every lock of the disk: it may wait.
 */
@FunctionalInterface
public interface CallListener {
  void before(CallKind kind, Path path);
}
