package dev.agentmailbox.service.message;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.port.RegistrableDomains;
import dev.agentmailbox.port.message.SearchStore;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tokenizes text for search: letters and digits, lower case, without accents; in scripts without
 * spaces each character is a word.
 */
public final class SearchWords {
  /** Most words indexed per message; correspondents and subject come first. */
  public static final int MAX_WORDS = 400;

  private static final int MAX_TEXT_CHARACTERS = 64 * 1024;

  private SearchWords() {}

  /** The words of a message with that text. */
  public static Set<String> of(MessageHeaders headers, @Nullable String text) {
    Set<String> words = new LinkedHashSet<>();
    MailAddress from = headers.author();
    Stream.of(
            from == null ? List.<MailAddress>of() : List.of(from),
            headers.to(),
            headers.cc(),
            headers.bcc())
        .flatMap(List::stream)
        .forEach(address -> cut(address.display(), words));
    cut(headers.subject(), words);
    cut(text, words);
    return words;
  }

  /**
   * The words of a received message, and those of its {@link Mentions}.
   *
   * @param attached names and text of its attachments; null when they were not read
   */
  public static Set<String> received(
      MessageHeaders headers,
      MessageBody body,
      @Nullable String attached,
      RegistrableDomains registrable) {
    Set<String> words = of(headers, body.text());
    words.addAll(Mentions.words(headers, body, attached, registrable));
    return words;
  }

  /** The prefixes of a query; empty when it has no word. */
  public static List<String> ofQuery(String query) {
    Set<String> words = new LinkedHashSet<>();
    cut(query, words);
    return new ArrayList<>(words).subList(0, Math.min(words.size(), SearchStore.MAX_PREFIXES));
  }

  private static void cut(@Nullable String text, Set<String> words) {
    if (text == null) {
      return;
    }
    String bounded =
        text.length() > MAX_TEXT_CHARACTERS ? text.substring(0, MAX_TEXT_CHARACTERS) : text;
    String plain = Normalizer.normalize(bounded, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < plain.length() && words.size() < MAX_WORDS; ) {
      int character = plain.codePointAt(i);
      i += Character.charCount(character);
      if (isOfWord(character)) {
        if (word.length() < SearchStore.MAX_WORD_CHARACTERS) {
          word.appendCodePoint(character);
        }
      } else if (Character.isIdeographic(character)) {
        flush(word, words);
        words.add(Character.toString(character));
      } else if (Character.getType(character) != Character.NON_SPACING_MARK) {
        flush(word, words);
      }
    }
    flush(word, words);
  }

  private static boolean isOfWord(int character) {
    return character < 0x80
        ? (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9')
        : Character.isLetterOrDigit(character) && !Character.isIdeographic(character);
  }

  private static void flush(StringBuilder word, Set<String> words) {
    if (word.length() > 0 && words.size() < MAX_WORDS) {
      words.add(SearchStore.cut(word.toString()));
    }
    word.setLength(0);
  }
}
