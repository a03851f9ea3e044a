package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records damage in a file and reports it to the operator. */
public final class DamageLog implements Consumer<Damage>, AutoCloseable {
  private static final byte[] LINE_FEED = {'\n'};

  private final Path file;
  private final Progress progress;
  private @Nullable FileChannel out;
  private long count;

  public DamageLog(Path file, Progress progress) {
    this.file = file;
    this.progress = progress;
  }

  @Override
  public void accept(Damage damage) {
    count++;
    progress.say("cannot be read: " + damage);
    try {
      if (out == null) {
        out = OwnerOnly.create(file);
      }
      out.write(ByteBuffer.wrap(TransferJson.line(damage)));
      out.write(ByteBuffer.wrap(LINE_FEED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long count() {
    return count;
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.force(true);
      out.close();
    }
  }
}
