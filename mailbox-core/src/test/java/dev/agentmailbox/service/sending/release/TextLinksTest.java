package dev.agentmailbox.service.sending.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares processor time")
class TextLinksTest {
  /** Every kind of link but a bare domain, searched from each character. */
  private static final Pattern LINK =
      Pattern.compile(
          "\\b[a-z][a-z0-9+.-]{0,30}:[/\\\\]{1,2}[^\\s/\\\\]"
              + "|\\b(?:mailto|tel|sms|sips?|xmpp|callto|skype|facetime|magnet|javascript):\\S"
              + "|\\bwww\\.[^\\s.]"
              + "|\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?:/|:\\d)",
          Pattern.CASE_INSENSITIVE);

  /** Without letters that make a top-level domain of one label. */
  private static final List<String> PIECES =
      List.of(
          "q",
          "Q",
          "WWW",
          "www",
          "w",
          ".",
          ".",
          ":",
          ":",
          "/",
          "//",
          "\\",
          " ",
          "\n",
          "_",
          "-",
          "+",
          "7",
          "10",
          "255",
          "1.2.3.4",
          "10.20.30.40",
          "mailto",
          "XMPP",
          "sips",
          "magnet",
          "\uD83D\uDE00",
          "q".repeat(29),
          "q".repeat(31),
          "q".repeat(40));

  @Test
  void a_search_around_colons_and_dots_finds_what_a_search_from_each_character_finds() {
    long seed = Long.getLong("links.seed", System.nanoTime());
    Random random = new Random(seed);
    int links = 0;
    for (int round = 0; round < 50_000; round++) {
      StringBuilder made = new StringBuilder();
      for (int i = random.nextInt(40); i >= 0; i--) {
        made.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      String text = made.toString();
      boolean expected = LINK.matcher(text).find();
      links += expected ? 1 : 0;
      assertEquals(expected, TextLinks.found(text), () -> "seed " + seed + ": " + text);
    }
    assertTrue(links > 2_000 && links < 48_000, links + " links");
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(":", ".", "a:", "a.", "1.", "1.2.3.", "www", "aaaaaaaaaaaaaaa:", "a+")) {
      String text = unit.repeat(1_000_000 / unit.length());
      Cpu.within(Duration.ofSeconds(10), () -> TextLinks.found(text));
    }
  }
}
