package dev.agentmailbox.service.sending.outcome;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import dev.agentmailbox.service.sending.outcome.Report.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Scores the reader on the public collection {@code sisimai/set-of-emails} (BSD-2), by hand: {@code
 * -Dsisimai.emails=DIR -Dsisimai.expected=FILE}. The directory is the collection's {@code maildir}.
 * The file is what Sisimai itself makes of it, a line for each recipient: file (with its folder),
 * reason, recipient, status, 1 when it is a hard bounce, action, reply code, feedback type;
 * separated by tabs, the reason {@code NONE} for mail that is no report. Figures and misses are
 * left in {@code target}.
 */
class SisimaiTest {
  private record Expected(
      String reason, String recipient, String status, boolean hard, String feedback) {
    boolean isReport() {
      return !reason.equals("NONE");
    }

    /** Whether the report shows a code; the others have one of Sisimai's own. */
    boolean isCoded() {
      return !status.matches("[45]\\.0\\.9\\d\\d");
    }

    /** The server calls the address unknown or disabled; Sisimai has its own view of when. */
    boolean isSaidToBeDead() {
      return reason.equals("filtered") || reason.equals("suspend");
    }
  }

  private static final String SOFT_CALLED_HARD = "soft called hard";

  private final List<String> misses = new ArrayList<>();
  private final Map<String, Integer> scores = new LinkedHashMap<>();

  @Test
  @EnabledIfSystemProperty(named = "sisimai.emails", matches = ".+")
  void reports_of_many_mail_systems_are_read() throws IOException {
    Path folder = Path.of(System.getProperty("sisimai.emails"));
    Map<String, List<Expected>> expected = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of(System.getProperty("sisimai.expected")))) {
      String[] fields = line.split("\t", -1);
      expected
          .computeIfAbsent(fields[0], none -> new ArrayList<>())
          .add(
              new Expected(
                  fields[1],
                  fields[2],
                  fields[3],
                  fields[4].equals("1"),
                  fields.length > 7 ? fields[7] : ""));
    }
    for (Map.Entry<String, List<Expected>> file : expected.entrySet()) {
      RawMessage raw = RawMessage.of(Files.readAllBytes(folder.resolve(file.getKey())));
      try (OpenMessage message = new MimeReader().open(raw)) {
        score(file.getKey(), ReportReader.read(message, ""), file.getValue());
      }
    }
    Files.write(Path.of("target/sisimai-misses.txt"), misses);
    Files.writeString(Path.of("target/sisimai-scores.txt"), scores.toString());
    assertAll(
        () -> assertTrue(percent("kind") >= 98, scores.toString()),
        () -> assertTrue(percent("recipient") >= 96, scores.toString()),
        () -> assertTrue(percent("class") >= 98, scores.toString()),
        () -> assertTrue(percent("hard") >= 94, scores.toString()),
        () -> assertTrue(scores.getOrDefault(SOFT_CALLED_HARD, 0) <= 5, scores.toString()));
  }

  private double percent(String what) {
    int right = scores.getOrDefault(what, 0);
    return 100.0 * right / Math.max(1, right + scores.getOrDefault(what + " wrong", 0));
  }

  private void score(String file, Report report, List<Expected> recipients) {
    Expected first = recipients.get(0);
    Kind kind = kind(file, first);
    count(file, "kind", report.kind() == kind, report.kind() + " for " + kind);
    if (kind != Kind.DELIVERY || !first.isReport()) {
      return;
    }
    for (Expected one : recipients) {
      Entry entry =
          report.entries().stream()
              .filter(e -> e.addresses().contains(one.recipient()))
              .findFirst()
              .orElse(null);
      List<List<String>> found = report.entries().stream().map(Entry::addresses).toList();
      count(file, "recipient", entry != null, found + " for " + one);
      Entry judged =
          entry == null && report.entries().size() == 1 ? report.entries().get(0) : entry;
      if (judged == null) {
        count(file, "class", false, "no entry");
        continue;
      }
      boolean sameClass =
          judged.status().isEmpty() || judged.status().charAt(0) == one.status().charAt(0);
      count(file, one.isCoded() ? "class" : "uncoded class", sameClass, judged + " for " + one);
      boolean hard = judged.address() == AddressVerdict.DEAD;
      count(file, "hard", hard == one.hard() || one.isSaidToBeDead(), judged + " for " + one);
      if (hard && !one.hard() && !one.isSaidToBeDead()) {
        count(file, SOFT_CALLED_HARD, true, "");
        misses.add(file + ": SOFT CALLED HARD " + judged + " for " + one);
      }
    }
  }

  /** As the folder and the name of the file say, and the type of a complaint. */
  private static Kind kind(String file, Expected first) {
    if (file.contains("/rfc3834-") || file.startsWith("not/")) {
      return Kind.OTHER;
    }
    if (!first.reason().equals("feedback")) {
      return Kind.DELIVERY;
    }
    boolean unwanted = Set.of("abuse", "fraud", "virus").contains(first.feedback());
    return unwanted ? Kind.COMPLAINT : Kind.OTHER;
  }

  private void count(String file, String what, boolean right, String why) {
    scores.merge(right ? what : what + " wrong", 1, Integer::sum);
    if (!right) {
      misses.add(file + ": " + what + ": " + why);
    }
  }
}
