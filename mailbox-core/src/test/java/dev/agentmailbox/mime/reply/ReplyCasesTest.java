package dev.agentmailbox.mime.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole messages, read and then cut as when they arrive. */
class ReplyCasesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rq-gmail-ar-digits",
        "rq-gmail-th",
        "rq-gmail-bg",
        "rq-gmail-sr",
        "rq-gmail-lv",
        "rq-gmail-fa",
        "rq-gmail-eu",
        "rq-aol",
        "rq-talon149",
        "rq-outlook-el",
        "rq-outlook-he",
        "rq-outlook-th",
        "rq-outlook-hr",
        "rq-outlook-sk",
        "rq-outlook-vi",
        "rq-outlook-lv",
        "rq-outlook-ca"
      })
  void only_the_new_sentence_of_a_reply_is_left(String name) throws IOException {
    assertEquals("Yes, I agree with the second one.", ReplyText.newPart(text(read(name))));
  }

  @ParameterizedTest
  @CsvSource({
    "rk-sections-under, Section 4",
    "rk-yaml, port: 8080",
    "rk-travel, Vienna",
    "rk-travel, A window seat would be nice.",
    "rk-de-table, Paletten: 4",
    "rk-sent-via, 00340434161094",
    "rk-sent-using, 77120",
    "rk-enviado-desde, 4711",
    "rk-lahetetty, 4711",
    "rk-sent-from-only-second, 4711"
  })
  void what_the_sender_wrote_is_kept(String name, String kept) throws IOException {
    String part = ReplyText.newPart(text(read(name)));
    assertTrue(part.contains(kept), part);
    assertFalse(part.contains("old"), part);
  }

  @ParameterizedTest
  @ValueSource(strings = "hq-outlook-el")
  void the_quote_of_an_html_reply_is_cut_from_both_bodies(String name) throws IOException {
    ParsedMessage message = read(name);
    String html = ReplyHtml.newPart(Objects.requireNonNull(message.html())).orElse("");
    assertTrue(html.contains("Ναι.") && !html.contains("OLDTEXT"), html);
    assertEquals("Ναι.", ReplyText.newPart(text(message)));
  }

  private static String text(ParsedMessage message) {
    return Objects.requireNonNull(message.text());
  }

  private static ParsedMessage read(String name) throws IOException {
    try (InputStream file = ReplyCasesTest.class.getResourceAsStream(name + ".eml")) {
      String lines =
          new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.ISO_8859_1);
      return new MimeReader()
          .read(RawMessage.of(lines.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
    }
  }
}
