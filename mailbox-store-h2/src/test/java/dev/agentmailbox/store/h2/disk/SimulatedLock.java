package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.nio.channels.FileLock;

/** A lock of this process on a part of a file. */
final class SimulatedLock extends FileLock {
  private final SimulatedChannel channel;

  SimulatedLock(SimulatedChannel channel, long position, long size, boolean shared) {
    super(channel, position, size, shared);
    this.channel = channel;
  }

  @Override
  public boolean isValid() {
    return channel.holds(this);
  }

  @Override
  public void release() throws IOException {
    channel.unlock(this);
  }
}
