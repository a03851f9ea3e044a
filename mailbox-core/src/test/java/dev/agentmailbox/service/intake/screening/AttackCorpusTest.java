package dev.agentmailbox.service.intake.screening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Texts that were written to be put into the mail of models, read by hand and not kept here: {@code
 * -Dbipia=DIR}, where DIR is a checkout of {@code microsoft/BIPIA}. Every text is put into one of
 * the mails of the same collection.
 */
@EnabledIfSystemProperty(named = "bipia", matches = ".+")
class AttackCorpusTest {
  private static final Path CORPUS = Path.of(System.getProperty("bipia", ".")).resolve("benchmark");
  private static final int TEXTS = 150;
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"(\\s*:)?");

  private final ScreeningOrder order = ScreeningOrder.of(ScreeningConfig.NONE);

  /** How a text is put into a mail, and how many of a hundred are to be found at least. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep nothing
  enum Way {
    OPEN(0, (mail, attack) -> MailSamples.text(mail + "\n\n" + attack)),
    HIDDEN(
        65,
        (mail, attack) ->
            MailSamples.html("<p>" + mail + "</p><div style='display:none'>" + attack + "</div>")),
    WHITE_ON_WHITE(
        65,
        (mail, attack) ->
            MailSamples.html("<p>" + mail + "</p><div style='color:#ffffff'>" + attack + "</div>")),
    COMMENT(0, (mail, attack) -> MailSamples.html("<p>" + mail + "</p><!-- " + attack + " -->")),
    TAGS(100, (mail, attack) -> MailSamples.text(mail + "\n\n" + tags(attack))),
    BASE64(
        65,
        (mail, attack) ->
            MailSamples.text(
                mail
                    + "\n\n"
                    + Base64.getEncoder().encodeToString(attack.getBytes(StandardCharsets.UTF_8))));

    private final int floor;
    private final BinaryOperator<String> mail;

    Way(int floor, BinaryOperator<String> mail) {
      this.floor = floor;
      this.mail = mail;
    }

    private static String tags(String text) {
      StringBuilder out = new StringBuilder();
      text.chars().filter(c -> c < 0x80).forEach(c -> out.appendCodePoint(0xe0000 + c));
      return out.toString();
    }
  }

  @ParameterizedTest
  @EnumSource
  void attacks_are_found(Way way) throws IOException {
    List<String> mails = new ArrayList<>();
    mails.addAll(strings("email/train.jsonl", "context"));
    mails.addAll(strings("email/test.jsonl", "context"));
    List<String> attacks = new ArrayList<>();
    attacks.addAll(strings("text_attack_train.json", null));
    attacks.addAll(strings("text_attack_test.json", null));
    assertEquals(TEXTS, attacks.size());
    int found = 0;
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < attacks.size(); i++) {
      String mail = way.mail.apply(mails.get(i % mails.size()), attacks.get(i));
      if (MailSamples.screen(order, mail).holdReasons().contains("injection_suspected")) {
        found++;
      } else {
        missed.add(attacks.get(i));
      }
    }
    System.getLogger("screening")
        .log(System.Logger.Level.INFO, "{0}: {1} of {2}", way, found, attacks.size());
    if (Boolean.getBoolean("bipia.missed")) {
      System.getLogger("screening").log(System.Logger.Level.INFO, "missed: {0}", missed);
    }
    assertTrue(found * 100 >= way.floor * TEXTS, way + ": " + found);
  }

  /** Of the values of one name; with null, of every string that is no name. */
  private static List<String> strings(String file, @Nullable String name) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher strings = STRING.matcher(Files.readString(CORPUS.resolve(file)));
    String last = "";
    while (strings.find()) {
      boolean isName = strings.group(2) != null;
      if (isName) {
        last = strings.group(1);
      } else if (name == null || name.equals(last)) {
        found.add(
            strings.group(1).replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\"));
      }
    }
    return found;
  }
}
