package dev.agentmailbox.http.docs.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.RecordingPush;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The examples of the reference are what a server answered: a story that calls every operation is
 * compared with the committed files. {@code -Dgolden.update=true} writes them anew.
 */
class ExamplesIT {
  private static final Path FILES =
      Path.of("src/main/resources/dev/agentmailbox/http/docs/examples");
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final Duration STEP_UP = Duration.ofHours(1);
  private static final String PROBLEMS = "errors.json";

  @AutoClose private static MailboxFixture fixture;
  private static Recorder recorder;

  @BeforeAll
  static void tell() {
    SettableClock clock = SettableClock.at("2026-11-02T09:00:00Z");
    fixture =
        MailboxFixture.startWith(
            Mailbox.builder()
                .clock(clock)
                .push(new RecordingPush())
                .organizationName("Example Shop")
                .ownerEmail(PeopleStory.OWNER)
                .stepUp(STEP_UP));
    recorder = new Recorder(fixture, clock);
    PeopleStory.begin(recorder);
    MailStory mail = MailStory.of(recorder);
    SendingStory.tell(recorder, mail);
    SettingsStory.tell(recorder, mail);
    PeopleStory.tell(recorder);
    RefusalStory.tell(recorder, mail);
    clock.advance(STEP_UP);
    RefusalStory.later(recorder);
  }

  @Test
  void every_operation_of_the_reference_was_called() {
    assertEquals(
        fixture.http.table().rows().stream()
            .filter(Operation::isDocumented)
            .map(Operation::id)
            .collect(Collectors.toCollection(TreeSet::new)),
        recorder.operations.keySet());
  }

  @Test
  void every_error_code_was_answered() {
    assertEquals(
        Stream.of(ErrorCode.values())
            .map(ErrorCode::wireName)
            .collect(Collectors.toCollection(TreeSet::new)),
        recorder.problems.keySet());
  }

  @Test
  void the_examples_are_what_the_server_answers() throws IOException {
    Map<String, ObjectNode> files = new TreeMap<>();
    for (Operation row : fixture.http.table().rows()) {
      ObjectNode example = recorder.operations.get(row.id());
      if (example != null) {
        files
            .computeIfAbsent(file(row.tag()), name -> MAPPER.createObjectNode())
            .set(row.id(), example);
      }
    }
    ObjectNode problems = MAPPER.createObjectNode();
    recorder.problems.forEach(problems::set);
    files.put(PROBLEMS, problems);
    if (Boolean.getBoolean("golden.update")) {
      write(files);
    }
    assertEquals(files.keySet(), names());
    for (Map.Entry<String, ObjectNode> file : files.entrySet()) {
      assertEquals(
          MAPPER.readTree(Files.readString(FILES.resolve(file.getKey()))),
          file.getValue(),
          file.getKey());
    }
  }

  private static String file(String tag) {
    return tag.toLowerCase(java.util.Locale.ROOT).replace(' ', '-') + ".json";
  }

  private static String print(JsonNode node) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
  }

  private static Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(FILES)) {
      return all.map(path -> path.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Leaves files alone whose members are only in another order. */
  private static void write(Map<String, ObjectNode> files) throws IOException {
    Files.createDirectories(FILES);
    for (String old : names()) {
      if (!MAPPER.readTree(Files.readString(FILES.resolve(old))).equals(files.get(old))) {
        Files.delete(FILES.resolve(old));
      }
    }
    for (Map.Entry<String, ObjectNode> file : files.entrySet()) {
      if (!Files.exists(FILES.resolve(file.getKey()))) {
        Files.writeString(FILES.resolve(file.getKey()), print(file.getValue()));
      }
    }
  }
}
