package dev.agentmailbox.mime.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Published reply corpora, read by hand and not shipped: {@code -Dreply.corpora=DIR}, where DIR
 * holds {@code email_reply_trimmer} (with {@code emails} and {@code trimmed}) and {@code
 * email-reply-parser} (with {@code fixtures}).
 */
@EnabledIfSystemProperty(
    named = "reply.corpora",
    matches = ".+",
    disabledReason = "needs the corpora")
class ReplyCorpusTest {
  private static final Path CORPUS = Path.of(System.getProperty("reply.corpora", "."));
  private static final Duration AVERAGE = Duration.ofMillis(2);

  /** The expected answer to most messages of email-reply-parser. */
  private static final String COMMON_START = "Fusce bibendum, quam hendrerit";

  private static final String COMMON_END = "nec nec nibh.";

  @Test
  void replies_of_email_reply_trimmer_are_trimmed_as_expected() throws IOException {
    Path corpus = CORPUS.resolve("email_reply_trimmer");
    Set<String> different = new TreeSet<>();
    List<Path> emails = files(corpus.resolve("emails"));
    for (Path email : emails) {
      Path expected = corpus.resolve("trimmed").resolve(email.getFileName());
      if (!comparable(read(expected)).equals(comparable(ReplyText.newPart(read(email))))) {
        different.add(String.valueOf(email.getFileName()));
      }
    }
    assertEquals(64, emails.size());
    // Nothing but quotes: the corpus wants an empty answer, we answer all of it. In the other one
    // text after a line of underscores is a signature to the corpus; we keep such text.
    assertEquals(Set.of("embedded_email_7.txt", "spam_1.txt"), different);
  }

  @Test
  void replies_of_email_reply_parser_are_cut_after_the_common_paragraph() throws IOException {
    Set<String> different = new TreeSet<>();
    int count = 0;
    for (Path email : files(CORPUS.resolve("email-reply-parser/fixtures"))) {
      String text = read(email).replace("\r\n", "\n");
      if (text.startsWith(COMMON_START)) {
        count++;
        String part = ReplyText.newPart(text);
        if (!part.endsWith(COMMON_END) || part.lines().count() != 5) {
          different.add(String.valueOf(email.getFileName()));
        }
      }
    }
    assertTrue(count >= 40, () -> "few messages");
    // A quoted line broken without a mark looks like an answer between quotes, which is kept. In
    // the other two text follows the line of a device, and is kept.
    assertEquals(Set.of("email_7.txt", "email_15.txt", "email_german_3.txt"), different);
  }

  @Test
  void the_average_reply_takes_less_than_two_milliseconds() throws IOException {
    List<String> emails = new ArrayList<>();
    for (Path email : files(CORPUS.resolve("email_reply_trimmer/emails"))) {
      emails.add(read(email));
    }
    emails.forEach(ReplyText::newPart);
    Cpu.within(
        AVERAGE.multipliedBy(emails.size()),
        () -> emails.stream().map(ReplyText::newPart).toList());
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  private static String comparable(String text) {
    return String.join("\n", text.lines().map(String::stripTrailing).toList()).strip();
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
