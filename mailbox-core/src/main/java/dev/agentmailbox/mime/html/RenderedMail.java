package dev.agentmailbox.mime.html;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail rendered for safe human review: markup without active content or remote resources, and
 * warnings about misleading content. Immutable.
 *
 * @param html a fragment of allowed elements without scripts, styles, URLs or remote images; every
 *     link is followed by its host in a {@code mark} element, which is used for nothing else. Null
 *     when the mail has no HTML
 * @param links targets of links and forms, in document order, at most {@link #MAX_LINKS}
 * @param moreLinks whether there are more links
 * @param remotePictures hosts that mail clients would load images, styles or media from, at most
 *     {@link #MAX_HOSTS}
 * @param textDiffers whether the text part differs from the HTML, or names a host that the HTML
 *     does not link to
 * @param hiddenText hidden text of the HTML, at most {@link #MAX_HIDDEN_TEXT} UTF-16 code units;
 *     null when there is none
 * @param notShown text, values and addresses of the HTML that {@code html} does not contain, each
 *     after the name of its element or attribute and a colon; at most {@link #MAX_NOT_SHOWN} UTF-16
 *     code units together
 * @param fidelity how {@code html} compares with what recipients see
 */
public record RenderedMail(
    @Nullable String html,
    List<Link> links,
    boolean moreLinks,
    List<String> remotePictures,
    boolean textDiffers,
    @Nullable String hiddenText,
    List<String> notShown,
    Fidelity fidelity) {
  /** Most links listed. */
  public static final int MAX_LINKS = 200;

  /** Most hosts of remote resources listed. */
  public static final int MAX_HOSTS = 50;

  /** Most UTF-16 code units of hidden text kept. */
  public static final int MAX_HIDDEN_TEXT = 2_000;

  /** Most UTF-16 code units of what is not shown. */
  public static final int MAX_NOT_SHOWN = 8_000;

  /** How the rendering of the HTML compares with what recipients see. */
  public enum Fidelity {
    /** The same words in the same order, or there is no HTML. */
    FAITHFUL,
    /** It may differ: styles, elements or characters can hide, add or reorder words. */
    UNFAITHFUL,
    /** The HTML exceeds a limit of {@link BoundedHtml} and is not shown. */
    UNREADABLE
  }

  private static final Pattern URL =
      Pattern.compile(
          "(?:https?://|www\\.)[^\\s<>\"()]{0,2000}[^\\s<>\"().,;:!?'\\]]",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern LIST_MARKER = Pattern.compile("(?m)^[> \\t]*\\d{1,3}[.)] ");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /**
   * A link or form.
   *
   * @param label visible label, at most {@link LinkLabel#MAX_LENGTH} UTF-16 code units
   * @param url as written, at most {@link LinkTarget#MAX_LENGTH} UTF-16 code units
   * @param host target: an ASCII host name, or the scheme with a colon where there is no host; null
   *     for a fragment of the mail itself
   * @param mismatch whether the label names another host, or the URL has user info
   */
  public record Link(String label, String url, @Nullable String host, boolean mismatch) {}

  public RenderedMail {
    links = List.copyOf(links);
    remotePictures = List.copyOf(remotePictures);
    notShown = List.copyOf(notShown);
  }

  /** Whether there is HTML that is too complex to be shown. */
  public boolean htmlUnreadable() {
    return fidelity == Fidelity.UNREADABLE;
  }

  /** Whether the HTML is shown, but recipients may see other words, or in another order. */
  public boolean htmlUnfaithful() {
    return fidelity == Fidelity.UNFAITHFUL;
  }

  /**
   * Renders the bodies of a mail.
   *
   * @param text null when there is none; text converted from the HTML does not count as different
   * @param html null when there is none
   * @throws dev.agentmailbox.error.MailboxException {@code upstream_unavailable}: the HTML parser
   *     is at capacity
   */
  public static RenderedMail of(@Nullable String text, @Nullable String html) {
    String words = text == null ? "" : text;
    if (html == null) {
      return ofText(words, false);
    }
    try {
      return ofHtml(text, html);
    } catch (UnreadableHtmlException over) {
      return ofText(words, true);
    }
  }

  private static RenderedMail ofHtml(@Nullable String text, String html) {
    return BoundedHtml.read(
        html,
        document -> {
          String told = HtmlText.toText(document);
          MarkupSurvey survey = MarkupSurvey.of(document);
          boolean faithful = survey.isWhole() && MarkupFidelity.of(document);
          SafeMarkup markup = SafeMarkup.of(document, survey.base());
          return new RenderedMail(
              markup.html(),
              firstOf(survey.links(), MAX_LINKS),
              survey.links().size() > MAX_LINKS,
              firstOf(survey.remoteHosts(), MAX_HOSTS),
              text != null
                  && !text.isBlank()
                  && differs(text, told, markup.shownText(), survey.linkedHosts()),
              markup.hiddenText(),
              survey.notShown(),
              faithful ? Fidelity.FAITHFUL : Fidelity.UNFAITHFUL);
        });
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "RenderedMail[" + links.size() + " links]";
  }

  private static RenderedMail ofText(String text, boolean htmlUnreadable) {
    List<Link> links = new ArrayList<>();
    Matcher urls = URL.matcher(text);
    while (urls.find() && links.size() <= MAX_LINKS) {
      LinkTarget target = LinkTarget.of(withScheme(urls.group()), "");
      links.add(
          new Link(
              LinkLabel.bounded(urls.group()),
              LinkTarget.bounded(urls.group()),
              target.host(),
              target.misleads()));
    }
    return new RenderedMail(
        null,
        firstOf(links, MAX_LINKS),
        links.size() > MAX_LINKS,
        List.of(),
        false,
        null,
        List.of(),
        htmlUnreadable ? Fidelity.UNREADABLE : Fidelity.FAITHFUL);
  }

  private static boolean differs(String text, String told, String shown, Set<String> linkedHosts) {
    List<String> words = words(text);
    boolean sameWords = words.equals(words(shown)) || words.equals(words(told));
    Set<String> known = hosts(shown);
    known.addAll(linkedHosts);
    return !sameWords || !known.containsAll(hosts(text));
  }

  /** Letters and numbers only: URLs, list markers and layout are ignored. */
  private static List<String> words(String text) {
    String prose = LIST_MARKER.matcher(URL.matcher(text).replaceAll(" ")).replaceAll(" ");
    return WORD.matcher(prose)
        .results()
        .map(word -> word.group().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Set<String> hosts(String text) {
    Set<String> hosts = new LinkedHashSet<>();
    Matcher urls = URL.matcher(text);
    while (urls.find()) {
      String host = LinkTarget.of(withScheme(urls.group()), "").host();
      if (host != null) {
        hosts.add(LinkTarget.withoutWww(host));
      }
    }
    return hosts;
  }

  private static String withScheme(String url) {
    return url.regionMatches(true, 0, "www.", 0, 4) ? "http://" + url : url;
  }

  private static <T> List<T> firstOf(Collection<T> all, int limit) {
    return all.stream().limit(limit).toList();
  }
}
