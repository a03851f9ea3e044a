package dev.agentmailbox.server.e2e;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.agentmailbox.mime.html.InvisibleText;
import dev.agentmailbox.mime.html.RenderedMail;
import dev.agentmailbox.mime.html.RenderedMail.Fidelity;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Chromium shows of HTML without scripts, as mail clients do, compared with its review. More
 * documents by hand: {@code -Dreview.documents=20000 -Dreview.seed=1}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnOneThread
class ReviewBrowserIT {
  private static final int DOCUMENTS = Integer.getInteger("review.documents", 400);
  private static final long SEED = Long.getLong("review.seed", 30L);
  private static final int BATCH = 25;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /** For each frame: its text, its targets, what styles generate or turn round, values of fields. */
  private static final String SEEN =
      """
      () => [...document.querySelectorAll('iframe')].map(frame => {
        const inside = frame.contentDocument;
        const all = inside.querySelectorAll('*');
        const targets = [], made = [];
        for (const one of all) {
          for (const name of ['href', 'xlink:href', 'action', 'formaction']) {
            const value = one.getAttribute(name);
            const loads = ['LINK', 'BASE', 'image'].includes(one.tagName);
            const tag = one.tagName.toLowerCase();
            const follows = name === 'action' ? tag === 'form' : name === 'formaction' ? ['button', 'input'].includes(tag)
              : name === 'xlink:href' ? one.namespaceURI.endsWith('svg') && tag === 'a' : ['a', 'area'].includes(tag);
            if (value === null || value === '' || loads || !follows) continue;
            let host = '';
            try {
              const url = new URL(value, inside.baseURI);
              host = /^(https?|ftp):$/.test(url.protocol) ? url.hostname : '';
            } catch (notOne) { host = ''; }
            targets.push([value, host]);
          }
          if (one.getClientRects().length === 0) continue;
          for (const pseudo of ['::before', '::after', '::marker']) {
            const content = inside.defaultView.getComputedStyle(one, pseudo).content;
            if (one.tagName !== 'Q' && /["']/.test(content) && /[\\p{L}\\p{N}]/u.test(content)) made.push(content);
          }
          const style = inside.defaultView.getComputedStyle(one);
          if (!/[\\p{L}\\p{N}]/u.test(one.textContent)) continue;
          if (/override/.test(style.unicodeBidi) && one.tagName !== 'BDO') made.push('bidi');
          if (one.tagName === 'BDO') made.push('bdo');
          if (style.float !== 'none' && one.hasAttribute('style')) made.push('float');
          if (['absolute', 'fixed'].includes(style.position) && !one.popover) made.push('position');
          if (style.opacity < .1 || parseFloat(style.fontSize) < 3) made.push('small');
          if (style.transform !== 'none' || style.writingMode !== 'horizontal-tb') made.push('turned');
          if (/reverse/.test(style.flexDirection) && /flex/.test(style.display)) made.push('reverse');
          if (/rgba\\(.*, 0\\)/.test(style.color)) made.push('color');
        }
        const fields = [...inside.querySelectorAll('input')].filter(one => one.type !== 'hidden' && one.getClientRects().length)
          .flatMap(one => [one.value, one.placeholder]);
        return { text: inside.body ? inside.body.innerText : '', targets, made, fields };
      })
      """;

  private Playwright playwright;
  private Browser browser;
  private Page page;

  /** What is seen of one document. */
  private record Seen(
      List<String> words, List<List<String>> targets, List<String> made, List<String> fields) {}

  @BeforeAll
  void start() {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(ConsoleBrowser.HEADLESS_CHROMIUM)
                    .setChromiumSandbox(false)
                    .setArgs(List.of("--disable-dev-shm-usage")));
    page =
        browser
            .newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false).setOffline(true))
            .newPage();
  }

  @AfterAll
  void stop() {
    playwright.close();
  }

  // spec Decisions.2
  @Test
  void every_word_and_target_that_recipients_see_is_in_the_review_or_a_flag_is_set() {
    int faithful = 0;
    List<String> problems = new ArrayList<>();
    for (long first = 0; first < DOCUMENTS; first += BATCH) {
      List<String> documents =
          LongStream.range(first, Math.min(DOCUMENTS, first + BATCH))
              .mapToObj(i -> RandomHtml.of(SEED * 1_000_000 + i))
              .toList();
      List<RenderedMail> reviews =
          documents.stream().map(html -> RenderedMail.of(null, html)).toList();
      List<Seen> seen = seen(documents);
      List<Seen> shown = seen(reviews.stream().map(ReviewBrowserIT::frame).toList());
      for (int i = 0; i < documents.size(); i++) {
        faithful += reviews.get(i).fidelity() == Fidelity.FAITHFUL ? 1 : 0;
        String problem = problem(reviews.get(i), seen.get(i), shown.get(i));
        if (!problem.isEmpty()) {
          problems.add("document " + (first + i) + ": " + problem + "\n" + documents.get(i));
        }
      }
    }
    assertEquals("", String.join("\n", problems.subList(0, Math.min(20, problems.size()))), problems.size() + " of " + DOCUMENTS);
    assertTrue(faithful > DOCUMENTS / 5, "only " + faithful + " could be shown");
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>Hello</p><noscript><p>We accept. <a href='https://evil.example/sign'>Sign</a></noscript>",
        "<p>Hello</p><xmp>Pay 900</xmp><math><mtext>now</mtext></math>",
        "<p>Hello</p><svg><a href='https://evil.example'><text y=20>Pay</text></a></svg>",
        "<p>Hello</p><object data=x>Pay 900</object><textarea>now</textarea>",
        "<p>Hello</p><select><option>Pay 900</select><input value='IBAN XX'>",
        "<p>Hello</p><plaintext>Pay 900",
        "<style>.n{display:none}</style><p>We do <span class=n>not</span> agree</p>",
        "<style>p::after{content:'Pay IBAN XX'}</style><p>Hello</p>",
        "<p>Pay <bdo dir=rtl>001</bdo> EUR</p>",
        "<p>Pay <span style='unicode-bidi:bidi-override;direction:rtl'>001</span> EUR</p>",
        "<p>Pay <span style='float:right'>001</span>100 EUR</p>",
        "<style>.s{display:block!important}</style><p class=s style='display:none'>"
            + "<a href='https://evil.example'>Pay</a></p>",
        "<p style='display:none;/**/display:block'><a href='https://evil.example'>Pay</a></p>",
        "<ruby>Pay<rp>(</rp><rt>900</rt><rp>)</rp></ruby>",
        "<details><summary>Terms</summary>Pay 900</details>",
        "<marquee>Pay 900</marquee><dialog open>now</dialog>",
        "<iframe srcdoc='<p>Pay 900</p>'></iframe>",
        "<div><template shadowrootmode=open><p>Pay 900</p></template></div>",
        "<form action='https://evil.example'><button formaction='https://two.example'>Pay</button></form>",
        "<meta http-equiv=refresh content='0;url=https://evil.example'><p>Hello</p>",
        "<style>@import 'data:text/css,p::after{content:\"Pay\"}';</style><p>Hello</p>",
        "<style>a::after{content:' 'attr(href)}</style><p><a href='https://evil.example'>Hello</a></p>",
        "<link rel=stylesheet href='data:text/css,p::after{content:\"Pay\"}'><p>Hello</p>",
        "<style>li{list-style:upper-roman}</style><ol><li>Pay</ol>",
        "<p>Pay \u202e001\u202c EUR</p>",
        "<font color=white>not</font> agreed",
        "<table><tr><td>Pay<col style='visibility:collapse'></table>"
      })
  void what_a_view_without_styles_cannot_show_is_flagged(String html) {
    RenderedMail review = RenderedMail.of(null, html);
    assertTrue(review.htmlUnfaithful());
    assertEquals("", problem(review, seen(List.of(html)).get(0), seen(List.of(frame(review))).get(0)));
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>He said <q>no</q>.</p>",
        "<ol start=40><li>Pay<li value=90>EUR</ol><ol reversed type=I><li>a<li>b</ol>",
        "<p>in&shy;voice<wbr>s</p><hr><p>1<wbr>000</p>",
        "<base href='https://evil.example/'><p><a href=pay>Pay</a></p>",
        "<p>1<span style='display:block'>000</span></p>",
        "<p>1<a href=x style='display:inline-block'> 000 </a></p>",
        "<table><tfoot><tr><td>last</tfoot><tbody><tr><td>first</table>",
        "<map name=m><area shape=rect coords=0,0,9,9 href='https://evil.example'></map>",
        "<p>Pay<form></form>900</p>"
      })
  void what_it_can_show_has_the_words_that_recipients_see(String html) {
    RenderedMail review = RenderedMail.of(null, html);
    assertEquals(Fidelity.FAITHFUL, review.fidelity());
    assertEquals("", problem(review, seen(List.of(html)).get(0), seen(List.of(frame(review))).get(0)));
  }

  /** As the console shows it, without the marks that the review adds to links. */
  private static String frame(RenderedMail review) {
    String html = review.html() == null ? "" : review.html();
    String pictures = html.replaceAll("<mark dir=\"ltr\">\\[picture[^<]*</mark>", "<img>");
    return "<style>mark{display:none}</style>" + pictures.replace(" <mark dir=\"ltr\">", "<mark>");
  }

  private static String problem(RenderedMail review, Seen seen, Seen shown) {
    if (review.fidelity() == Fidelity.UNREADABLE) {
      return "";
    }
    for (List<String> target : seen.targets) {
      boolean listed =
          review.links().stream()
              .anyMatch(
                  link -> link.url().equals(target.get(0)) || (!target.get(1).isEmpty() && target.get(1).equals(link.host())));
      if (!listed && !review.moreLinks()) {
        return "target " + target + " is not in " + review.links();
      }
    }
    Set<String> known = new HashSet<>(shown.words);
    known.addAll(words(String.join(" ", review.notShown())));
    known.addAll(words(review.hiddenText() == null ? "" : review.hiddenText()));
    List<String> fields = words(String.join(" ", seen.fields));
    boolean flagged = review.fidelity() == Fidelity.UNFAITHFUL;
    if (!known.containsAll(fields)) {
      return fields + " is not in " + review.notShown();
    }
    if (!flagged && !seen.made.isEmpty()) {
      return "not flagged: " + seen.made;
    }
    if (!flagged && review.hiddenText() == null && !isSame(review, seen, shown)) {
      return "not flagged: " + seen.words + " shown as " + shown.words;
    }
    String whole = String.join("", shown.words);
    Set<String> missing = new HashSet<>(seen.words);
    missing.removeIf(word -> known.contains(word) || whole.contains(word));
    return missing.isEmpty() || (flagged && !Boolean.getBoolean("review.strict"))
        ? ""
        : missing + " is not in the review of " + known;
  }

  /** Whether a picture stands on a line of its own is not compared. */
  private static boolean isSame(RenderedMail review, Seen seen, Seen shown) {
    boolean pictures = String.valueOf(review.html()).contains("[picture");
    return seen.words.equals(shown.words)
        || (pictures && String.join("", seen.words).equals(String.join("", shown.words)));
  }

  @SuppressWarnings("unchecked")
  private List<Seen> seen(List<String> documents) {
    StringBuilder frames = new StringBuilder();
    // The sandbox keeps a refresh from leading away before the document is read.
    for (String html : documents) {
      String quoted = html.replace("&", "&amp;").replace("\"", "&quot;");
      frames.append("<iframe sandbox=allow-same-origin width=800 height=600 srcdoc=\"").append(quoted).append("\"></iframe>");
    }
    page.setContent(frames.toString());
    List<Map<String, Object>> found = (List<Map<String, Object>>) page.evaluate(SEEN);
    return found.stream()
        .map(
            one ->
                new Seen(
                    words(String.valueOf(one.get("text"))),
                    (List<List<String>>) requireNonNull(one.get("targets")),
                    (List<String>) requireNonNull(one.get("made")),
                    (List<String>) requireNonNull(one.get("fields"))))
        .toList();
  }

  private static List<String> words(String text) {
    String plain = Normalizer.normalize(InvisibleText.removedFrom(text), Normalizer.Form.NFKC);
    return WORD.matcher(plain.toLowerCase(Locale.ROOT)).results().map(word -> word.group()).toList();
  }
}
