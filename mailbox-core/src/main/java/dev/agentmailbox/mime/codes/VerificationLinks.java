package dev.agentmailbox.mime.codes;

import dev.agentmailbox.message.Extracted.Link;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds links that verify, sign in, reset or accept: those whose address says so, and those with a
 * secret whose label says so. The label is what stands between a link and the one before it, or the
 * line before. What else the text speaks of does not matter, nor do letters within a secret.
 */
final class VerificationLinks {
  /**
   * An address, with the characters that end it left out: punctuation of other scripts, and letters
   * of scripts that write without blanks, but for those of a host.
   */
  private static final Pattern URL =
      Pattern.compile(
          "https?://[[!-~\\p{L}\\p{M}\\p{Nd}]&&[^<>\"'\\[\\]{}|\\\\^`*/?#]]{1,255}"
              + "(?:[/?#][[!-~\\p{IsLatin}\\p{IsCyrillic}\\p{IsGreek}]&&[^<>\"\\[\\]{}|\\\\^`*]]{0,1900})?",
          Pattern.CASE_INSENSITIVE);

  /** Words of a path that say what the link does. */
  private static final Pattern DOES = Pattern.compile("(?<![a-z])(?:" + CodeTable.of("DOES") + ")");

  /** Parameters that carry a secret. */
  private static final Pattern CARRIES =
      Pattern.compile("[?&/;](?:[a-z]{1,20}[_-])?(?:token|code|ticket|key|hash|nonce|oobcode|t)=");

  /** Words of a path that say that the link does nothing of the kind, whatever else it says. */
  private static final Pattern NEVER =
      Pattern.compile(
          "unsubscri|opt-?out|abmeld|desabonn|désabonn|preferences|email-?settings|\\.(?:png|jpe?g|gif|css)(?:$|\\?)");

  /** Words of a path or host of which the same holds where no word says what the link does. */
  private static final Pattern SELDOM =
      Pattern.compile(
          "(?<![a-z])(?:privacy|terms|support|help|faq)(?![a-z])"
              + "|^(?:[a-z0-9-]{1,63}\\.){0,8}(?:facebook|twitter|linkedin|instagram|youtube|x)\\.com/");

  private static final Pattern ABOUT = CodeTable.pattern(CodeTable.of("ABOUT"));

  /** A label of links that do the opposite. */
  private static final Pattern LEAVE = CodeTable.pattern(CodeTable.of("LEAVE"));

  /** A path or query segment long enough to be unguessable. */
  private static final Pattern SECRET = Pattern.compile("[/=#?&][A-Za-z0-9._~%-]{16,}");

  /** What may be a secret, in which words occur by chance. */
  private static final Pattern OPAQUE = Pattern.compile("[A-Za-z0-9]{12,}");

  private static final Pattern CAMEL =
      Pattern.compile("(?:[a-z]{2}|[A-Z][a-z]{2})[a-z]*(?:[A-Z][a-z]{2,}){0,8}");

  /** A place in a page, as help pages have it; a route of an application has a slash. */
  private static final Pattern ANCHOR = Pattern.compile("#[A-Za-z_-]{0,64}$");

  private static final Pattern HUMP = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private VerificationLinks() {}

  /** A cheap pre-check without false negatives: whether there may be a link. */
  static boolean mayHave(String text) {
    return text.contains("://");
  }

  /** The same for HTML, which has addresses of other kinds. */
  static boolean mayBeIn(String html) {
    if (!mayHave(html)) {
      return false;
    }
    boolean labelled = false;
    Matcher urls = URL.matcher(html);
    while (urls.find()) {
      String url = urls.group().replace("&amp;", "&");
      if (isVerification(url, "")) {
        return true;
      }
      labelled = labelled || isVerification(url, "confirm");
    }
    // The text is searched last, because it is long.
    return labelled && ABOUT.matcher(html).find();
  }

  static List<Link> find(List<String> lines) {
    Map<String, Link> found = new LinkedHashMap<>();
    for (int i = 0; i < lines.size() && found.size() < CodeText.MAX_FOUND; i++) {
      String line = lines.get(i);
      if (!mayHave(line)) {
        continue;
      }
      Matcher urls = URL.matcher(line);
      int end = 0;
      while (urls.find()) {
        String before = line.substring(end, urls.start());
        boolean alone = end == 0 && i > 0 && before.chars().noneMatch(Character::isLetterOrDigit);
        String label = alone ? lines.get(i - 1) : before;
        String url = trimmed(line, urls.start(), urls.end());
        if (isVerification(url, label)) {
          found.putIfAbsent(url, new Link(url, alone ? label : line));
        }
        end = urls.end();
      }
    }
    return found.values().stream().limit(CodeText.MAX_FOUND).toList();
  }

  private static boolean isVerification(String url, String label) {
    int host = url.indexOf("//") + 2;
    int path = host;
    while (path < url.length() && "/?#".indexOf(url.charAt(path)) < 0) {
      path++;
    }
    if (path == url.length()) {
      return false;
    }
    String words = words(url.substring(path));
    if (NEVER.matcher(words).find()) {
      return false;
    }
    if (DOES.matcher(words).find()) {
      return true;
    }
    boolean secret = SECRET.matcher(url).region(path, url.length()).find();
    String hostName = url.substring(host, path).toLowerCase(Locale.ROOT);
    if (secret && DOES.matcher(hostName).find()) {
      return true;
    }
    boolean carries = CARRIES.matcher(words).find();
    return (carries || secret)
        && !SELDOM.matcher(hostName + words).find()
        && isConfirming(label, carries);
  }

  /**
   * Whether what a label says last is that the link confirms, or, of one with a parameter that
   * carries a secret, the label says nothing else.
   */
  private static boolean isConfirming(String label, boolean carries) {
    int about = last(ABOUT, label);
    int leave = last(LEAVE, label);
    return about > leave || (carries && leave < 0);
  }

  private static int last(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    int last = -1;
    while (matcher.find()) {
      last = matcher.start();
    }
    return last;
  }

  /** Path and query in lower case, without an anchor and what may be a secret. */
  private static String words(String path) {
    String open =
        OPAQUE
            .matcher(ANCHOR.matcher(path).replaceFirst(""))
            .replaceAll(piece -> CAMEL.matcher(piece.group()).matches() ? "$0" : "-");
    return HUMP.matcher(open).replaceAll("-").toLowerCase(Locale.ROOT);
  }

  /** Removes punctuation, marks of emphasis and unpaired parentheses at the end. */
  private static String trimmed(String line, int start, int end) {
    int open = count(line, '(', start, end);
    int close = count(line, ')', start, end);
    for (int last = end; last > start; last--) {
      char c = line.charAt(last - 1);
      boolean outside =
          switch (c) {
            case '.', ',', ';', ':', '!', '?', '\'', '*' -> true;
            case '_', '~' -> start > 0 && line.charAt(start - 1) == c;
            case ')' -> close-- > open;
            default -> false;
          };
      if (!outside) {
        return line.substring(start, last);
      }
    }
    return "";
  }

  private static int count(String line, char wanted, int start, int end) {
    int count = 0;
    for (int i = start; i < end; i++) {
      count += line.charAt(i) == wanted ? 1 : 0;
    }
    return count;
  }
}
