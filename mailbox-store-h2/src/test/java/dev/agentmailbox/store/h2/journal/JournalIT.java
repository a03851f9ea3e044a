package dev.agentmailbox.store.h2.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.disk.CallKind;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.FailureKind;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from a journal that was cut, damaged, mixed up. */
class JournalIT {
  private static final long HISTORY = 4711;
  private static final String SQL = "INSERT INTO a_table (a, b) VALUES (?, ?)";

  @TempDir Path directory;

  private Journal begun(long after) {
    Journal journal = Journal.open(directory, HISTORY, new DiskSpace(directory));
    journal.replay(after, (position, changes) -> {});
    journal.begin(after);
    return journal;
  }

  private static List<Change> change(@Nullable Object... parameters) {
    return List.of(new Change(SQL, Arrays.asList(parameters), 1));
  }

  /** The positions that are read; what is said is in the changes of {@link #change}. */
  private List<Long> replayed(long after) {
    List<Long> positions = new ArrayList<>();
    try (Journal journal = Journal.open(directory, HISTORY, new DiskSpace(directory))) {
      long last =
          journal.replay(
              after,
              (position, changes) -> {
                assertEquals(SQL, changes.get(0).sql());
                assertEquals(position, changes.get(0).parameters().get(0));
                positions.add(position);
              });
      assertEquals(positions.isEmpty() ? after : positions.get(positions.size() - 1), last);
    }
    return positions;
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    }
  }

  private Path only() throws IOException {
    List<Path> segments = segments();
    assertEquals(1, segments.size());
    return segments.get(0);
  }

  @Test
  void parameters_of_every_type_are_read_as_they_were_written() {
    String text = "\0 ascii \u007f\u0080\u07ff\u0800\uffff \uD83D\uDCE7 half of one: \uD83D";
    byte[] bytes = {0, -1, 127, -128};
    List<Object> numbers =
        List.of(0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0L, -1L, 1L << 40, Long.MIN_VALUE);
    try (Journal journal = begun(0)) {
      journal.append(1, change(text, "", "long ".repeat(100_000), true, false, null, bytes));
      journal.append(2, change(numbers.toArray()));
      journal.append(3, List.of(new Change("DELETE FROM b", List.of(), 1_000_000)));
    }
    List<Change> read = new ArrayList<>();
    try (Journal journal = Journal.open(directory, HISTORY, new DiskSpace(directory))) {
      journal.replay(0, (position, changes) -> read.addAll(changes));
    }
    List<?> first = read.get(0).parameters();
    assertEquals(
        Arrays.asList(text, "", "long ".repeat(100_000), true, false, null), first.subList(0, 6));
    assertArrayEquals(bytes, (byte[]) first.get(6));
    assertEquals(numbers, read.get(1).parameters());
    assertEquals(new Change("DELETE FROM b", List.of(), 1_000_000), read.get(2));
  }

  @Test
  void other_types_are_not_taken() {
    assertTrue(Change.canHold(null));
    assertTrue(!Change.canHold(1.5));
    try (Journal journal = begun(0)) {
      assertThrows(IllegalArgumentException.class, () -> journal.append(1, change(1.5)));
      journal.append(1, change(1L));
    }
    assertEquals(List.of(1L), replayed(0), "what was refused left nothing behind");
  }

  @Test
  void a_statement_is_written_once_in_a_segment() throws IOException {
    try (Journal journal = begun(0)) {
      // The text of a record that was not written is not referred to.
      assertThrows(IllegalArgumentException.class, () -> journal.append(1, change(1.5)));
      journal.append(1, change(1L));
      journal.append(2, change(2L));
      journal.prepareRotation();
      journal.rotate();
      journal.append(3, change(3L));
    }
    for (Path segment : segments()) {
      String text = Files.readString(segment, StandardCharsets.ISO_8859_1);
      assertEquals(text.indexOf(SQL), text.lastIndexOf(SQL));
    }
    assertEquals(List.of(1L, 2L, 3L), replayed(0));
  }

  @Test
  void a_record_that_was_cut_at_any_byte_is_left_out() throws IOException {
    long before;
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L, "one"));
      journal.append(2, change(2L, "two"));
      before = journal.length();
      journal.append(3, change(3L, "three"));
    }
    Path segment = only();
    byte[] whole = Files.readAllBytes(segment);
    for (int length = (int) before; length < whole.length; length++) {
      Files.write(segment, Arrays.copyOf(whole, length));
      assertEquals(List.of(1L, 2L), replayed(0), length + " bytes");
      assertEquals(before, Files.size(segment));
      byte[] zeros = Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 10);
      Files.write(segment, zeros);
      assertEquals(List.of(1L, 2L), replayed(0), length + " bytes and zeros");
    }
    Files.write(segment, whole);
    assertEquals(List.of(1L, 2L, 3L), replayed(0));
    assertEquals(List.of(3L), replayed(2));
    assertEquals(List.of(), replayed(3));
  }

  @Test
  void after_a_cut_the_journal_goes_on() throws IOException {
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
      journal.append(2, change(2L));
    }
    Path first = only();
    Files.write(first, Arrays.copyOf(Files.readAllBytes(first), (int) Files.size(first) - 1));
    assertEquals(List.of(1L), replayed(0));
    try (Journal journal = begun(1)) {
      journal.append(2, change(2L));
    }
    assertEquals(2, segments().size());
    assertEquals(List.of(1L, 2L), replayed(0));
  }

  @Test
  void an_acknowledged_record_that_is_damaged_stops_the_start() throws IOException {
    long after;
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
      after = journal.length();
      journal.append(2, change(2L));
      journal.sync();
      journal.append(3, change(3L));
    }
    damage(only(), after + RecordFormat.HEADER_BYTES);
    StoreException refused = assertThrows(StoreException.class, () -> replayed(0));
    assertEquals("the journal is damaged at change 2", refused.getMessage());
    assertEquals(
        refused.getMessage(),
        assertThrows(StoreException.class, () -> replayed(0)).getMessage(),
        "nothing is cut off");
  }

  @Test
  void records_that_nobody_relied_on_are_cut_off_in_any_condition() throws IOException {
    long after;
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
      journal.sync();
      after = journal.length();
      journal.append(2, change(2L));
      journal.append(3, change(3L));
    }
    damage(only(), after + RecordFormat.HEADER_BYTES);
    assertEquals(List.of(1L), replayed(0));
    assertEquals(after, Files.size(only()));
  }

  private static void damage(Path segment, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(segment);
    bytes[(int) at] ^= 1;
    Files.write(segment, bytes);
  }

  @Test
  void what_was_synced_outlives_a_power_cut() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    directory = disk.root();
    Journal journal = begun(0);
    journal.append(1, change(1L));
    journal.sync();
    journal.append(2, change(2L));
    directory = disk.cut(CutMode.NOTHING).root();
    assertEquals(List.of(1L), replayed(0));
  }

  /** It is acknowledged from then on, and the database file does not have it yet. */
  /** The system may have dropped what the first one should have written. */
  @Test
  void no_sync_succeeds_after_one_that_failed() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path on = disk.root().resolve("journal");
    Journal journal = Journal.open(on, HISTORY, new DiskSpace(on));
    journal.replay(0, (position, changes) -> {});
    journal.begin(0);
    journal.append(1, change(1L, "one"));
    journal.prepareRotation();
    disk.failAt(1, FailureKind.INPUT_OUTPUT, (call, path) -> call == CallKind.FORCE);
    assertThrows(IOException.class, journal::sync);
    assertThrows(IOException.class, journal::sync);
    assertThrows(IOException.class, journal::rotate);
    assertEquals(0, journal.durable());
  }

  @Test
  void what_was_appended_before_a_turn_outlives_a_power_cut() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    directory = disk.root();
    Journal journal = begun(0);
    journal.append(1, change(1L));
    journal.prepareRotation();
    journal.rotate();
    assertEquals(1, journal.durable());
    directory = disk.cut(CutMode.NOTHING).root();
    assertEquals(List.of(1L), replayed(0));
  }

  @Test
  void damage_in_a_segment_that_others_follow_stops_the_start() throws IOException {
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
      journal.prepareRotation();
      journal.rotate();
    }
    damage(segments().get(0), Files.size(segments().get(0)) - 1);
    StoreException refused = assertThrows(StoreException.class, () -> replayed(0));
    assertEquals("the journal is damaged at change 1", refused.getMessage());
  }

  @Test
  void a_missing_segment_stops_the_start() throws IOException {
    try (Journal journal = begun(0)) {
      for (long position = 1; position <= 3; position++) {
        journal.append(position, change(position));
        journal.prepareRotation();
        journal.rotate();
      }
    }
    Files.delete(segments().get(1));
    StoreException refused = assertThrows(StoreException.class, () -> replayed(0));
    assertEquals("the journal lacks changes 2 to 2", refused.getMessage());
    assertEquals(List.of(3L), replayed(2), "the database file has them");
  }

  @Test
  void a_database_file_older_than_the_journal_stops_the_start() {
    begun(7).close();
    StoreException refused = assertThrows(StoreException.class, () -> replayed(5));
    assertEquals("the journal lacks changes 6 to 7", refused.getMessage());
  }

  @Test
  void a_database_file_newer_than_the_journal_is_gone_on_from() {
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
    }
    try (Journal journal = begun(5)) {
      journal.append(6, change(6L));
    }
    assertEquals(List.of(6L), replayed(5));
  }

  @Test
  void the_journal_of_another_database_stops_the_start() {
    begun(0).close();
    try (Journal other = Journal.open(directory, HISTORY + 1, new DiskSpace(directory))) {
      StoreException refused =
          assertThrows(StoreException.class, () -> other.replay(0, (position, changes) -> {}));
      assertEquals("the journal belongs to another database", refused.getMessage());
    }
  }

  @Test
  void a_segment_that_was_made_and_not_begun_is_nothing() throws IOException {
    try (Journal journal = begun(0)) {
      journal.append(1, change(1L));
      journal.prepareRotation();
      journal.append(2, change(2L));
      assertEquals(2, segments().size());
      assertEquals(List.of(1L, 2L), replayed(0));
    }
    assertEquals(1, segments().size());
  }

  @Test
  void old_segments_go() throws IOException {
    try (Journal journal = begun(0)) {
      for (long position = 1; position <= Journal.KEPT_SEGMENTS + 3; position++) {
        journal.append(position, change(position));
        journal.prepareRotation();
        journal.rotate();
        journal.dropOld();
      }
      assertEquals(Journal.KEPT_SEGMENTS + 1, segments().size());
    }
    assertEquals(List.of(4L, 5L, 6L, 7L), replayed(3));
  }

  @Test
  void positions_are_dense() {
    try (Journal journal = begun(3)) {
      assertThrows(IllegalArgumentException.class, () -> journal.append(3, change(3L)));
      assertThrows(IllegalArgumentException.class, () -> journal.append(5, change(5L)));
    }
  }

  @Test
  void nothing_is_appended_after_a_failure() {
    try (Journal journal = begun(0)) {
      journal.fail("the disk", new IOException("on fire"));
      assertThrows(StoreException.class, () -> journal.append(1, change(1L)));
    }
    assertEquals(List.of(), replayed(0));
  }
}
