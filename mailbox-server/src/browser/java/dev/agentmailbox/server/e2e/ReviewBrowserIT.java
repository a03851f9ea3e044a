package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
                    .setExecutablePath(ConsoleBrowser.CHROMIUM)
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
    if (!flagged && review.hiddenText() == null && !seen.words.equals(shown.words)) {
      return "not flagged: " + seen.words + " shown as " + shown.words;
    }
    String whole = String.join("", shown.words);
    Set<String> missing = new HashSet<>(seen.words);
    missing.removeIf(word -> known.contains(word) || whole.contains(word));
    return missing.isEmpty() || (flagged && !Boolean.getBoolean("review.strict"))
        ? ""
        : missing + " is not in the review of " + known;
  }

  @SuppressWarnings("unchecked")
  private List<Seen> seen(List<String> documents) {
    StringBuilder frames = new StringBuilder();
    for (String html : documents) {
      String quoted = html.replace("&", "&amp;").replace("\"", "&quot;");
      frames.append("<iframe width=800 height=600 srcdoc=\"").append(quoted).append("\"></iframe>");
    }
    page.setContent(frames.toString());
    List<Map<String, Object>> found = (List<Map<String, Object>>) page.evaluate(SEEN);
    return found.stream()
        .map(
            one ->
                new Seen(
                    words(String.valueOf(one.get("text"))),
                    (List<List<String>>) one.get("targets"),
                    (List<String>) one.get("made"),
                    (List<String>) one.get("fields")))
        .toList();
  }

  private static List<String> words(String text) {
    String plain = Normalizer.normalize(InvisibleText.removedFrom(text), Normalizer.Form.NFKC);
    return WORD.matcher(plain.toLowerCase(Locale.ROOT)).results().map(word -> word.group()).toList();
  }
}
