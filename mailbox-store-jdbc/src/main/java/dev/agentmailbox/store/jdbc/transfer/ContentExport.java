package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.store.jdbc.content.ContentUnavailableException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.file.ContentRef;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.ExportDirectory;
import dev.agentmailbox.store.jdbc.transfer.file.LineFile;
import dev.agentmailbox.store.jdbc.transfer.file.LineSum;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.LostContent;
import dev.agentmailbox.store.jdbc.transfer.file.Manifest;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes each raw message once, named by its hash, and their list. */
public final class ContentExport {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final StoredContent content;
  private final ExportDirectory export;
  private final Consumer<Damage> damages;
  private final Progress progress;
  private long bytes;

  /**
   * One line of the list.
   *
   * @param size in bytes
   */
  record Entry(String contentKey, String sha256, long size) {
    Entry {
      if (contentKey.isEmpty() || !Sha256.isHex(sha256) || size < 0) {
        throw new IllegalArgumentException("not a valid raw message");
      }
    }
  }

  ContentExport(
      StoredContent content, ExportDirectory export, Consumer<Damage> damages, Progress progress) {
    this.content = content;
    this.export = export;
    this.damages = damages;
    this.progress = progress;
  }

  Manifest.Content run(ContentKeys keys) throws IOException {
    Path part = ExportDirectory.part(export.contentList());
    String last = Files.exists(export.contentList()) ? null : lastOf(part);
    LineSum sum;
    if (Files.exists(export.contentList())) {
      sum = new LineSum();
      lastOf(export.contentList());
      Lines.sum(export.contentList(), sum);
    } else {
      try (LineFile list = new LineFile(export.contentList(), whole(part))) {
        for (int file = last == null ? 0 : ContentKeys.number(last);
            file < ContentKeys.FILES;
            file++) {
          run(keys, file, last, list);
          last = null;
        }
        sum = list.sum();
        list.complete();
      }
    }
    return new Manifest.Content(sum.lines(), bytes, sum.hex());
  }

  private void run(ContentKeys keys, int file, @Nullable String after, LineFile list)
      throws IOException {
    for (ContentRef ref : keys.read(file).values()) {
      if (after == null || ref.contentKey().compareTo(after) > 0) {
        Optional<Entry> entry = copy(ref);
        if (entry.isPresent()) {
          list.write(TransferJson.line(entry.get()));
          bytes += entry.get().size();
          if (progress.step("contents", list.sum().lines())) {
            list.sync();
          }
        }
      }
    }
  }

  /** The key of the last complete line; sums up the sizes. */
  private @Nullable String lastOf(Path list) throws IOException {
    if (!Files.exists(list)) {
      return null;
    }
    String last = null;
    try (Lines lines = new Lines(list)) {
      byte[] line = lines.next();
      while (line != null) {
        Entry entry = TransferJson.read(line, Entry.class);
        last = entry.contentKey();
        bytes += entry.size();
        line = lines.next();
      }
    }
    return last;
  }

  private static long whole(Path part) throws IOException {
    long whole = 0;
    if (Files.exists(part)) {
      try (Lines lines = new Lines(part)) {
        byte[] line = lines.next();
        while (line != null) {
          whole += line.length + 1L;
          line = lines.next();
        }
      }
    }
    return whole;
  }

  private Optional<Entry> copy(ContentRef ref) throws IOException {
    Path part = export.scratch().resolve("content.part");
    Files.deleteIfExists(part);
    Entry entry;
    try (FileChannel channel = OwnerOnly.create(part)) {
      entry = read(ref.contentKey(), Channels.newOutputStream(channel));
    } catch (Unreadable e) {
      requireThere(e.cause);
      damages.accept(new Damage(LostContent.PLACE + ref.contentKey(), e.words));
      return Optional.empty();
    }
    String wrong = difference(ref, entry);
    if (!wrong.isEmpty()) {
      damages.accept(new Damage(LostContent.PLACE + ref.contentKey(), wrong));
    }
    Path file = export.content(entry.sha256());
    if (!Files.exists(file)) {
      OwnerOnly.createDirectories(file.resolveSibling("").normalize());
      ExportDirectory.complete(part, file);
    }
    return Optional.of(entry);
  }

  /** A mismatch with the rows; empty when intact. */
  static String difference(ContentRef said, Entry found) {
    if (said.size() != null && said.size() != found.size()) {
      return "has " + found.size() + " bytes instead of " + said.size();
    }
    return said.sha256() != null && !said.sha256().equals(found.sha256())
        ? "has different bytes than before"
        : "";
  }

  private Entry read(String key, OutputStream out) throws IOException {
    Optional<RawMessage> found = find(key);
    if (found.isEmpty()) {
      throw new Unreadable("is missing", null);
    }
    MessageDigest digest = Sha256.digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    try (InputStream in = open(found.get())) {
      int count = read(in, buffer);
      while (count >= 0) {
        digest.update(buffer, 0, count);
        out.write(buffer, 0, count);
        size += count;
        count = read(in, buffer);
      }
    }
    return new Entry(key, Sha256.hex(digest), size);
  }

  private Optional<RawMessage> find(String key) throws Unreadable {
    try {
      return content.find(key);
    } catch (IOException e) {
      throw new Unreadable("cannot be read", e);
    }
  }

  private static InputStream open(RawMessage message) throws Unreadable {
    try {
      return message.open();
    } catch (IOException e) {
      throw new Unreadable("cannot be read", e);
    }
  }

  private static int read(InputStream in, byte[] buffer) throws Unreadable {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw new Unreadable("cannot be read to its end", e);
    }
  }

  /** Unavailable storage is not damage; the export can be resumed later. */
  static void requireThere(@Nullable IOException failure) throws ContentUnavailableException {
    if (failure instanceof ContentUnavailableException away) {
      throw away;
    }
  }

  /** A read failure of the source, as opposed to a write failure of the export. */
  private static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;
    private final String words;
    private final @Nullable IOException cause;

    Unreadable(String words, @Nullable IOException cause) {
      super(words);
      this.words = words;
      this.cause = cause;
    }
  }
}
