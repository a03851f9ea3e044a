package dev.agentmailbox.store.h2.journal;

import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a journal from the oldest needed segment to its end.
 *
 * <p>The journal ends at the first position without a complete record. A killed process leaves part
 * of a record there; a power failure may leave complete later ones, because pages reach the disk in
 * any order. None of that was acknowledged, so it is truncated. But a later record stating that the
 * missing one had been durable proves damage to acknowledged data: then nothing is truncated.
 */
final class JournalReader {
  private final List<Path> segments;
  private final long history;
  private int first;
  private int end;
  private long last;
  private boolean ended;

  JournalReader(JournalFiles files, long history) {
    this.segments = new ArrayList<>(files.paths());
    this.history = history;
    this.end = segments.size();
  }

  /** The segments left after {@link #replay}, oldest first. */
  List<Path> remaining() {
    return List.copyOf(segments.subList(0, end));
  }

  long replay(long after, ReplayTarget target) throws IOException {
    skipUntil(after);
    last = -1;
    for (int i = first; i < segments.size() && !ended; i++) {
      replay(i, after, target);
    }
    return Math.max(after, last);
  }

  /** Skips segments whose records are all in the database file. */
  private void skipUntil(long after) throws IOException {
    for (int i = 1; i < segments.size(); i++) {
      SegmentHeader header = SegmentHeader.read(JournalFiles.read(segments.get(i)));
      if (header == null || header.after() > after) {
        return;
      }
      first = i;
    }
  }

  private void replay(int index, long after, ReplayTarget target) throws IOException {
    ByteBuffer file = JournalFiles.read(segments.get(index));
    SegmentHeader header = SegmentHeader.read(file);
    if (header == null) {
      endAt(index, file, 0, after);
      return;
    }
    requireFollowing(header, after);
    ChangeReader reader = new ChangeReader();
    int at = SegmentHeader.BYTES;
    while (at < file.limit()) {
      RecordFormat.Frame frame = RecordFormat.read(file, at);
      if (frame == null) {
        endAt(index, file, at, after);
        return;
      }
      if (frame.position() != last + 1) {
        throw gap(last + 1, frame.position() - 1);
      }
      apply(frame, reader, after, target);
      last = frame.position();
      at = frame.end();
    }
  }

  private void requireFollowing(SegmentHeader header, long after) {
    if (header.history() != history) {
      throw new StoreException("the journal belongs to another database", null);
    }
    long reached = last < 0 ? after : Math.max(after, last);
    if (header.after() > reached) {
      throw gap(reached + 1, header.after());
    }
    if (last >= 0 && header.after() < last) {
      throw gap(header.after() + 1, last);
    }
    last = header.after();
  }

  private static StoreException gap(long from, long to) {
    return new StoreException("the journal lacks changes " + from + " to " + to, null);
  }

  private static void apply(
      RecordFormat.Frame frame, ChangeReader reader, long after, ReplayTarget target) {
    List<Change> changes;
    try {
      changes = reader.read(frame.changes());
    } catch (RuntimeException e) {
      throw new StoreException("change " + frame.position() + " of the journal is unknown", e);
    }
    if (frame.position() > after) {
      target.apply(frame.position(), changes);
    }
  }

  private void endAt(int index, ByteBuffer file, int at, long after) throws IOException {
    long missing = (last < 0 ? after : last) + 1;
    requireUnacknowledged(missing, file, at);
    for (Path later : segments.subList(index + 1, segments.size())) {
      ByteBuffer rest = JournalFiles.read(later);
      SegmentHeader header = SegmentHeader.read(rest);
      if (header != null && header.after() >= missing) {
        throw damaged(missing);
      }
      requireUnacknowledged(missing, rest, 0);
    }
    if (at == 0) {
      end = index;
    } else {
      JournalFiles.cut(segments.get(index), at);
      end = index + 1;
    }
    for (Path unfinished : segments.subList(end, segments.size())) {
      Files.delete(unfinished);
    }
    ended = true;
  }

  private static void requireUnacknowledged(long missing, ByteBuffer file, int from) {
    RecordFormat.Frame later = RecordFormat.find(file, from);
    while (later != null) {
      if (later.durable() >= missing) {
        throw damaged(missing);
      }
      later = RecordFormat.find(file, later.end());
    }
  }

  private static StoreException damaged(long position) {
    return new StoreException("the journal is damaged at change " + position, null);
  }
}
