package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every indexed sentence of the specification has a test, and every reference a sentence. */
class SpecificationIndexTest {
  private static final Path ROOT = Path.of("..");
  private static final String MARK = "  // spec ";

  @TempDir Path directory;

  @Test
  void every_sentence_has_a_test_or_a_reason_and_every_reference_a_sentence() throws IOException {
    SpecificationIndex index =
        new SpecificationIndex(ROOT.resolve("docs/specification-index.md")).read(ROOT);
    assertEquals(Map.of(), index.dangling(), "references to nothing");
    assertEquals(List.of(), index.untested(), "sentences without a test");
    assertEquals(List.of(), index.mistakes());
    assertTrue(index.sentences().size() > 400, index.sentences().size() + " sentences");
  }

  @Test
  void a_reference_to_nothing_is_found_in_code_and_in_tests() throws IOException {
    write("a/src/test/A.java", MARK + "Sending.1, Sending.3\n");
    write("a/src/main/B.java", "class B {}\n" + MARK + "Sendings.1\n" + MARK + "nothing\n");
    SpecificationIndex index = index("- Sending.1: valid\n- Sending.2: permitted\n");
    assertEquals(
        Map.of(
            Path.of("a/src/test/A.java") + ":1", "Sending.3",
            Path.of("a/src/main/B.java") + ":2", "Sendings.1",
            Path.of("a/src/main/B.java") + ":3", "unreadable: nothing"),
        index.dangling());
  }

  @Test
  void a_sentence_that_only_code_refers_to_has_no_test() throws IOException {
    write("a/src/main/B.java", MARK + "Sending.2\n");
    write("a/src/test/A.java", MARK + "Sending.1\n");
    SpecificationIndex index = index("- Sending.1: valid\n- Sending.2: permitted\n");
    assertEquals(Map.of(), index.dangling());
    assertEquals(List.of("Sending.2"), index.untested());
  }

  @Test
  void an_exception_is_of_a_sentence_without_a_test_and_gives_a_reason() throws IOException {
    write("a/src/test/A.java", MARK + "Sending.1\n");
    SpecificationIndex index =
        index(
            "- Sending.1: valid\n- Sending.2: permitted\n- Sending.2: twice\n"
                + SpecificationIndex.EXCEPTIONS
                + "\n- Sending.1: tested\n- Sending.2: for callers\n- Sending.7: gone\n- Sending.3:\n");
    assertEquals(List.of(), index.untested());
    assertEquals(
        List.of(
            "twice: Sending.2",
            "unreadable: - Sending.3:",
            "an exception that has a test: Sending.1",
            "an exception of no sentence: Sending.7"),
        index.mistakes());
  }

  @Test
  void the_rows_of_a_table_stand_on_one_line_and_are_counted() throws IOException {
    write("a/src/test/A.java", MARK + "Sending.1, Sending.2, Sending.4\n");
    SpecificationIndex index = index("- Sending.1-3: valid;\n  permitted; not suspended\n");
    assertEquals(Map.of(Path.of("a/src/test/A.java") + ":1", "Sending.4"), index.dangling());
    assertEquals(List.of("Sending.3"), index.untested());
    assertEquals(List.of(), index.mistakes());
    assertEquals(
        List.of("2 rows: - Sending.1-3: a; b", "twice: Sending.2"),
        index("- Sending.1-3: a; b\n- Sending.2: b\n").mistakes());
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private SpecificationIndex index(String lines) throws IOException {
    write("index.md", lines);
    return new SpecificationIndex(directory.resolve("index.md")).read(directory);
  }
}
