package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.mime.html.HiddenContent;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.Screening.Mail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Detects prompt injection. A single phrase addressed to a model is suspicious when it is hidden:
 * invisible, obfuscated, encoded or reversed. In visible text it takes two different kinds close
 * together, the most explicit one, or {@link ModelMarkup}. Hidden text alone is harmless:
 * newsletters hide their preview line.
 *
 * <p>No filter detects every injection; an agent's permissions are enforced elsewhere.
 */
final class ModelInstructions implements ScreeningStep {
  private static final Findings FOUND = Findings.hold("injection_suspected");

  /** Phrases further apart, in characters, are considered unrelated. */
  private static final int NEAR = 800;

  /** The explicit "ignore all previous instructions". */
  private static final Pattern PLAINEST =
      Pattern.compile(
          "\\b(?:ignore|disregard|forget|override)\\W{1,3}(?:all|any|every|your)(?:\\W{1,3}(?:of|the|your|my))"
              + "{0,3}\\W{1,3}(?:previous|prior|above|earlier|preceding|existing|other|system|safety)\\W{1,3}"
              + "(?:\\w{1,15}\\W{1,3}){0,2}(?:instructions?|prompts?|guidelines?|directives?|programming)\\b"
              + "|\\bignore\\W{1,3}(?:the\\W{1,3})?(?:previous|prior|above)\\W{1,3}(?:instructions?|prompts?)\\b");

  private final InstructionDetector detector;

  /**
   * Creates the step.
   *
   * @param detector asked about mail in which the rules find nothing
   */
  ModelInstructions(InstructionDetector detector) {
    this.detector = detector;
  }

  @Override
  public Findings look(Mail mail, AttachmentReport attachments) {
    ParsedMessage message = mail.message();
    List<String> shown = new ArrayList<>();
    add(shown, message.headers().subject());
    message.headers().from().forEach(from -> add(shown, from.name()));
    // Names are truncated, but the header shows them in full.
    message.header("From").ifPresent(from -> add(shown, from));
    add(shown, message.text());
    add(shown, attachments.text());
    StringBuilder unseen = new StringBuilder();
    StringBuilder comments = new StringBuilder();
    writing(message)
        .ifPresent(
            writing -> {
              add(shown, writing.shown());
              unseen.append(writing.elements());
              comments.append(writing.comments());
            });
    shown.forEach(text -> unseen.append('\n').append(UnseenText.decoded(text)));
    boolean suspicious =
        shown.stream().anyMatch(UnseenText::hasUnseenLetters)
            || isHiddenProse(unseen.toString())
            || isComment(comments.toString())
            || shown.stream().anyMatch(ModelInstructions::isSpeech)
            || detector.suspects(beginning(shown, unseen));
    return suspicious ? FOUND : Findings.NONE;
  }

  private static String beginning(List<String> shown, CharSequence unseen) {
    String all = String.join("\n", shown) + "\n" + unseen;
    return all.substring(0, Math.min(all.length(), InstructionDetector.MAX_CHARACTERS));
  }

  /** Mail whose HTML cannot be parsed is held for that reason. */
  private static Optional<HiddenContent> writing(ParsedMessage message) {
    String html = message.html();
    if (html == null || message.defects().contains(MimeDefect.UNREADABLE_HTML)) {
      return Optional.empty();
    }
    try {
      return Optional.of(HiddenContent.of(html));
    } catch (UnreadableHtmlException over) {
      return Optional.empty();
    }
  }

  private static void add(List<String> texts, @Nullable String text) {
    if (text != null && !text.isBlank() && !texts.contains(text)) {
      texts.add(text);
    }
  }

  private static boolean isHiddenProse(String unseen) {
    return !unseen.isBlank() && !phrases(unseen).isEmpty();
  }

  /** Comments may contain old markup with harmless requests to its readers. */
  private static boolean isComment(String comments) {
    if (comments.isBlank()) {
      return false;
    }
    Map<Phrase, Integer> found = phrases(comments);
    found.remove(Phrase.TASK);
    found.remove(Phrase.ANSWER);
    found.remove(Phrase.TOOL);
    return !found.isEmpty();
  }

  private static boolean isSpeech(String text) {
    String written = UnseenText.lower(text);
    String plain = plain(text, written);
    Map<Phrase, Integer> found = phrases(written, plain);
    found.remove(Phrase.TASK);
    if (ModelMarkup.found(plain)
        || isTogether(found)
        || found.containsKey(Phrase.OVERRIDE_ABROAD)
        || (found.containsKey(Phrase.OVERRIDE) && PLAINEST.matcher(plain).find())) {
      return true;
    }
    // Only found after homoglyph folding.
    boolean disguised =
        !plain.equals(written) && !PhraseFinder.find(written).keySet().containsAll(found.keySet());
    return disguised || isBackwards(plain);
  }

  private static boolean isBackwards(String plain) {
    return (plain.contains("snoitcurtsni") || plain.contains("tpmorp"))
        && PLAINEST.matcher(UnseenText.reversed(plain)).find();
  }

  private static Map<Phrase, Integer> phrases(String text) {
    String written = UnseenText.lower(text);
    return phrases(written, plain(text, written));
  }

  private static Map<Phrase, Integer> phrases(String written, String plain) {
    Map<Phrase, Integer> found = PhraseFinder.find(plain);
    if (!plain.equals(written)) {
      // Folded letters may be legitimate text in another script.
      Integer abroad = PhraseFinder.find(written).get(Phrase.OVERRIDE_ABROAD);
      if (abroad != null) {
        found.put(Phrase.OVERRIDE_ABROAD, abroad);
      }
    }
    return found;
  }

  private static String plain(String text, String written) {
    String plain = UnseenText.plain(text);
    return plain.equals(text) ? written : UnseenText.lower(plain);
  }

  private static boolean isTogether(Map<Phrase, Integer> found) {
    List<Integer> places = found.values().stream().sorted().toList();
    for (int i = 1; i < places.size(); i++) {
      if (places.get(i) - places.get(i - 1) <= NEAR) {
        return true;
      }
    }
    return false;
  }
}
