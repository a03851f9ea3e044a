package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.file.ContentRef;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * Collects references to contents in bounded memory: partitions them by key into files, which are
 * read one at a time.
 */
public final class ContentKeys implements AutoCloseable {
  /** Ten million keys are forty thousand per file. */
  static final int FILES = 256;

  private static final int BUFFER_BYTES = 8 * 1024;

  private final Path directory;
  private final List<OutputStream> files = new ArrayList<>();

  /** Creates a directory for the files. */
  ContentKeys(Path directory) throws IOException {
    this.directory = directory;
    OwnerOnly.createDirectories(directory);
    for (int i = 0; i < FILES; i++) {
      files.add(
          new BufferedOutputStream(
              Channels.newOutputStream(OwnerOnly.create(file(i))), BUFFER_BYTES));
    }
  }

  private Path file(int number) {
    return directory.resolve("keys-" + number);
  }

  void add(ContentRef ref) throws IOException {
    OutputStream out = files.get(number(ref.contentKey()));
    out.write(TransferJson.line(ref));
    out.write('\n');
  }

  static int number(String contentKey) {
    CRC32 crc = new CRC32();
    crc.update(contentKey.getBytes(StandardCharsets.UTF_8));
    return (int) (crc.getValue() % FILES);
  }

  /** Adds references from the exported rows of a table, or from a list. */
  void addAll(String table, Path rows, Consumer<Damage> damages) throws IOException {
    try (Lines lines = new Lines(rows)) {
      byte[] line = lines.next();
      while (line != null) {
        var named = ContentRef.of(table, line, damages);
        if (named.isPresent()) {
          add(named.get());
        }
        line = lines.next();
      }
    }
  }

  /** Adds all stored contents, referenced or not. */
  void addAll(StoredContent content) throws IOException {
    try {
      content.list(
          key -> {
            try {
              add(new ContentRef(key, null, null));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Ends adding. */
  void end() throws IOException {
    for (OutputStream file : files) {
      file.close();
    }
  }

  /** The contents of one file, sorted by key; called after {@link #end}. */
  SortedMap<String, ContentRef> read(int number) throws IOException {
    SortedMap<String, ContentRef> refs = new TreeMap<>();
    try (Lines lines = new Lines(file(number))) {
      byte[] line = lines.next();
      while (line != null) {
        ContentRef ref = TransferJson.read(line, ContentRef.class);
        refs.merge(ref.contentKey(), ref, ContentRef::and);
        line = lines.next();
      }
    }
    return refs;
  }

  /** Deletes its directory. */
  @Override
  public void close() throws IOException {
    end();
    for (int i = 0; i < FILES; i++) {
      Files.deleteIfExists(file(i));
    }
    Files.delete(directory);
  }
}
