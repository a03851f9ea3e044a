package dev.agentmailbox.flow.release;

import dev.agentmailbox.mime.OutgoingAttachment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * What the words and files of a mail show, found once; the checks judge by these.
 *
 * @param placeholder words that were to be filled in, outside the quoted part
 * @param secret a private key or a key of a known shape, anywhere
 * @param empty no text, no HTML, no attachment
 * @param links a link anywhere
 * @param attachments at least one file
 */
public record Evidence(
    boolean placeholder, boolean secret, boolean empty, boolean links, boolean attachments) {
  /** Of a mail whose content was looked at before. */
  static final Evidence SEEN_BEFORE = new Evidence(false, false, false, false, false);

  /** How much of each attachment is searched for secrets, in bytes. */
  private static final int MAX_SEARCHED_BYTES = 1 << 20;

  private static final Pattern LINK =
      Pattern.compile("\\bhttps?://[^\\s]|\\bwww\\.[a-z0-9]", Pattern.CASE_INSENSITIVE);

  static Evidence of(SendRequest request) {
    @Nullable Document html = parse(request.html());
    String ownWords = request.own().html();
    @Nullable Document ownHtml = Objects.equals(ownWords, request.html()) ? html : parse(ownWords);
    List<String> own = words(request.own().subject(), request.own().text(), ownWords);
    List<String> all = words(request.subject(), request.text(), request.html());
    if (ownHtml != null) {
      own.add(ownHtml.text());
    }
    if (html != null) {
      all.add(html.text());
    }
    return new Evidence(
        own.stream().anyMatch(Placeholders::found),
        Stream.concat(all.stream(), files(request)).anyMatch(Secrets::found),
        isBlank(request.text()) && showsNothing(html) && request.attachments().isEmpty(),
        words(null, request.text(), request.html()).stream()
            .anyMatch(text -> LINK.matcher(text).find()),
        !request.attachments().isEmpty());
  }

  private static List<String> words(@Nullable String... texts) {
    List<String> words = new ArrayList<>();
    for (String text : texts) {
      if (text != null) {
        words.add(text);
      }
    }
    return words;
  }

  private static Stream<String> files(SendRequest request) {
    return request.attachments().stream().map(Evidence::start);
  }

  /** Keys are ASCII, so one character for each byte finds them whatever the file is. */
  private static String start(OutgoingAttachment file) {
    byte[] content = file.content();
    return new String(
        content, 0, Math.min(content.length, MAX_SEARCHED_BYTES), StandardCharsets.ISO_8859_1);
  }

  private static @Nullable Document parse(@Nullable String html) {
    return html == null ? null : Jsoup.parse(html);
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }

  private static boolean showsNothing(@Nullable Document html) {
    return html == null
        || (html.text().isBlank()
            && html.getElementsByTag("img").isEmpty()
            && !html.html().toLowerCase(Locale.ROOT).contains("<svg"));
  }
}
