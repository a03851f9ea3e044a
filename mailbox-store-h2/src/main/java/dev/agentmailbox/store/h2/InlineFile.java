package dev.agentmailbox.store.h2;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FileUtils;

/**
 * As H2's {@code async:} files, whose channel an interrupt does not close, but each operation runs
 * on the calling thread instead of being handed to another one: reading a page takes no context
 * switch. Thread safe.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class InlineFile extends FileBaseDefault {
  private static final String SCHEME = "async:";

  private final AsynchronousFileChannel channel;

  private InlineFile(AsynchronousFileChannel channel) {
    this.channel = channel;
  }

  /** Not on Windows, where the executor of a channel must have threads to wait for completions. */
  static boolean isFor(FilePath file) {
    return File.separatorChar == '/' && file.toString().startsWith(SCHEME);
  }

  /** As {@link FilePath#open}. */
  static InlineFile open(FilePath file, String mode) throws IOException {
    return new InlineFile(
        AsynchronousFileChannel.open(
            Path.of(file.toString().substring(SCHEME.length())),
            FileUtils.modeToOptions(mode),
            new CallingThread()));
  }

  private static int await(Future<Integer> operation) throws IOException {
    boolean interrupted = false;
    while (true) {
      try {
        int result = operation.get();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return result;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
      }
    }
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return await(channel.read(target, position));
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    return await(channel.write(source, position));
  }

  @Override
  protected void implTruncate(long size) throws IOException {
    channel.truncate(size);
  }

  @Override
  public void force(boolean metaData) throws IOException {
    channel.force(metaData);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return channel.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }

  private static final class CallingThread extends AbstractExecutorService {
    @Override
    public void execute(Runnable operation) {
      operation.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
