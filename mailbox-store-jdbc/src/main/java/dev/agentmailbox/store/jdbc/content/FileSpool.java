package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** One message on its way into a file. */
final class FileSpool implements ContentStore.Spool {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final DirectoryContent content;
  private final Path directory;
  private final String id;
  private final Path unfinished;
  private final FileChannel channel;
  private final OutputStream out;
  private boolean kept;

  FileSpool(DirectoryContent content, Path directory, String id) throws IOException {
    this.content = content;
    this.directory = directory;
    this.id = id;
    this.unfinished = directory.resolve(id + DirectoryContent.UNFINISHED);
    this.channel =
        FileChannel.open(
            unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.fileMode());
    this.out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public RawMessage written() throws IOException {
    if (kept) {
      return RawMessage.in(finished());
    }
    out.flush();
    return RawMessage.in(unfinished);
  }

  @Override
  public String keep() throws IOException {
    if (!kept) {
      out.flush();
      channel.force(false);
      channel.close();
      Files.move(unfinished, finished(), StandardCopyOption.ATOMIC_MOVE);
      kept = true;
      content.awaitEntries(directory);
    }
    return directory.getFileName() + "/" + id;
  }

  private Path finished() {
    return directory.resolve(id + DirectoryContent.SUFFIX);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!kept) {
      Files.deleteIfExists(unfinished);
    }
  }
}
