package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.html.PlainStyles.Look;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges style sheets with {@link PlainStyles}. Which elements a rule applies to is not computed:
 * its colors must be readable with all others that the document uses. Not thread safe.
 */
final class StyleSheet {
  private static final int MAX_CHARACTERS = 64 * 1024;
  private static final int MAX_COLORS = 100;
  private static final Pattern COMPOUND = Pattern.compile("[\\s>+~]+");
  private static final Pattern TAG = Pattern.compile("^[a-z][a-z0-9]{0,20}");
  private static final String CHARSET = "@charset \"utf-8\";";

  private boolean plain = true;

  /** Colors of rules that set only one of the two; used in any combination. */
  private final Set<Integer> texts = new HashSet<>();

  private final Set<Integer> backgrounds = new HashSet<>();

  /** Colors of rules that set both. */
  private final Set<Integer> pairedTexts = new HashSet<>();

  private final Set<Integer> pairedBackgrounds = new HashSet<>();

  /** Colors of elements, and those that every document has. */
  private final Set<Integer> ownTexts = new HashSet<>();

  private final Set<Integer> ownBackgrounds = new HashSet<>();

  /** Color behind everything. */
  private int paper = CssColor.WHITE;

  /** Notes a color of text that any element may have: of the body and its links. */
  void addText(int color) {
    texts.add(color);
  }

  /** Notes the background of the body. */
  void setPaper(int color) {
    paper = color;
  }

  int paper() {
    return paper;
  }

  /** Notes the colors of an element. */
  void use(int text, int background) {
    if (text != CssColor.NONE && ownTexts.size() <= MAX_COLORS) {
      ownTexts.add(text);
    }
    if (background != CssColor.NONE && ownBackgrounds.size() <= MAX_COLORS) {
      ownBackgrounds.add(background);
    }
  }

  /** Reads one sheet. */
  void add(String css) {
    String rules = css.length() > MAX_CHARACTERS ? null : withoutComments(css.strip());
    plain = plain && rules != null && isPlain(rules);
  }

  /** Whether all rules are plain and all colors can be read; asked at the end. */
  boolean isPlain() {
    if (!plain || ownTexts.size() > MAX_COLORS || ownBackgrounds.size() > MAX_COLORS) {
      return false;
    }
    if (texts.isEmpty() && backgrounds.isEmpty() && pairedTexts.isEmpty()) {
      return true;
    }
    ownTexts.add(CssColor.BLACK);
    return areReadable(texts, Set.of(paper))
        && areReadable(texts, ownBackgrounds)
        && areReadable(texts, backgrounds)
        && areReadable(texts, pairedBackgrounds)
        && areReadable(ownTexts, backgrounds)
        && areReadable(pairedTexts, backgrounds)
        && areReadable(pairedTexts, ownBackgrounds)
        && areReadable(without(ownTexts, CssColor.BLACK), pairedBackgrounds);
  }

  private static Set<Integer> without(Set<Integer> colors, int color) {
    Set<Integer> others = new HashSet<>(colors);
    others.remove(color);
    return others;
  }

  private static boolean areReadable(Set<Integer> texts, Set<Integer> backgrounds) {
    if (texts.size() > MAX_COLORS || backgrounds.size() > MAX_COLORS) {
      return false;
    }
    return texts.stream()
        .allMatch(text -> backgrounds.stream().allMatch(b -> CssColor.isReadable(text, b)));
  }

  /** Null when strings hold characters that structure a sheet, or a comment has no end. */
  private static @Nullable String withoutComments(String css) {
    StringBuilder out = new StringBuilder(css.length());
    int at = 0;
    while (at < css.length()) {
      char c = css.charAt(at);
      if (c == '/' && css.startsWith("/*", at)) {
        int end = css.indexOf("*/", at + 2);
        if (end < 0) {
          return null;
        }
        out.append(' ');
        at = end + 2;
      } else if (c == '"' || c == '\'') {
        int end = css.indexOf(c, at + 1);
        String string = end < 0 ? "{" : css.substring(at + 1, end);
        if (string.chars().anyMatch(s -> "{};:@\\\n\r\f<".indexOf(s) >= 0)
            || string.contains("/*")) {
          return null;
        }
        out.append(css, at, end + 1);
        at = end + 1;
      } else if (c == '\\') {
        return null;
      } else {
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private boolean isPlain(String sheet) {
    String css = sheet.strip();
    // Old browsers did not know the element: its content is often within a comment.
    css = css.startsWith("<!--") ? css.substring(4) : css;
    css = css.endsWith("-->") ? css.substring(0, css.length() - 3) : css;
    int at = css.regionMatches(true, 0, CHARSET, 0, CHARSET.length()) ? CHARSET.length() : 0;
    int open = 0;
    while (at < css.length()) {
      int next = at;
      while (next < css.length() && css.charAt(next) != '{' && css.charAt(next) != '}') {
        next++;
      }
      String before = css.substring(at, next).strip().toLowerCase(Locale.ROOT);
      if (next == css.length()) {
        return before.isEmpty() && open == 0;
      }
      at = next + 1;
      if (css.charAt(next) == '}') {
        if (!before.isEmpty() || --open < 0) {
          return false;
        }
      } else if (before.startsWith("@media")) {
        open++;
      } else {
        int end = css.indexOf('}', at);
        if (end < 0 || !isRule(before, css.substring(at, end))) {
          return false;
        }
        at = end + 1;
      }
    }
    return open == 0;
  }

  private boolean isRule(String selectors, String declarations) {
    if (declarations.indexOf('{') >= 0 || selectors.isEmpty()) {
      return false;
    }
    if (selectors.startsWith("@")) {
      // A font without a source is only named; a page and a list of Word concern no words.
      boolean named = selectors.startsWith("@font-face") && !declarations.contains("src");
      return named || selectors.startsWith("@page") || selectors.startsWith("@-ms-viewport");
    }
    boolean important = declarations.contains("!");
    for (String selector : selectors.split(",", -1)) {
      String name = selector.strip();
      String tag = tag(name);
      Look look = PlainStyles.of(declarations, tag);
      // The view turns such elements into lines of their own by their own styles only.
      boolean turned =
          tag != null && HtmlElements.isInline(tag) && declarations.contains("display");
      if (look.level() != Look.Level.PLAIN || look.scale() < 1 || turned) {
        return false;
      }
      colors(look, name.equals("body") || name.equals("html"), important);
    }
    return texts.size() <= MAX_COLORS && backgrounds.size() <= MAX_COLORS;
  }

  private void colors(Look look, boolean body, boolean important) {
    boolean hasText = look.text() != CssColor.NONE;
    boolean hasBackground = look.background() != CssColor.NONE;
    if (body && hasBackground && !important) {
      paper = look.background();
      hasBackground = false;
    }
    if (hasText && hasBackground && !important) {
      plain = plain && CssColor.isReadable(look.text(), look.background());
      pairedTexts.add(look.text());
      pairedBackgrounds.add(look.background());
    } else {
      if (hasText) {
        texts.add(look.text());
      }
      if (hasBackground) {
        backgrounds.add(look.background());
      }
    }
  }

  /** The type of the elements that a selector chooses; null when any may be chosen. */
  private static @Nullable String tag(String selector) {
    String[] compounds = COMPOUND.split(selector);
    String last = compounds.length == 0 ? "" : compounds[compounds.length - 1];
    java.util.regex.Matcher tag = TAG.matcher(last);
    return tag.find() && last.indexOf("::") < 0 ? tag.group() : null;
  }
}
