package dev.agentmailbox.service.sending.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlaceholdersTest {
  static Stream<String> templates() throws IOException {
    return TextTable.plain("placeholders-found.txt");
  }

  static Stream<String> prose() throws IOException {
    return TextTable.plain("placeholders-not.txt");
  }

  @ParameterizedTest
  @MethodSource("templates")
  void words_to_be_filled_in_are_found(String text) {
    assertTrue(Placeholders.found(text));
  }

  @ParameterizedTest
  @MethodSource("prose")
  void plain_words_are_not(String text) {
    assertFalse(Placeholders.found(text));
  }

  @Test
  void each_table_has_enough_texts() throws IOException {
    assertTrue(templates().distinct().count() >= 60);
    assertTrue(prose().distinct().count() >= 60);
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(
            "{{",
            "{{a",
            "${",
            "${a",
            "[your ",
            "[a name",
            "[a ",
            "<insert ",
            "lorem ",
            "[your a",
            "[your-a-b-c-d-e-f-g",
            "[a-b-")) {
      String text = unit.repeat(1_000_000 / unit.length());
      Cpu.within(Duration.ofSeconds(10), () -> Placeholders.found(text));
    }
  }
}
