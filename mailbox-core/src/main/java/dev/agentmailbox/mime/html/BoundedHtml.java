package dev.agentmailbox.mime.html;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/**
 * The only HTML parser. Parsing reopens formatting elements with all their attributes in every
 * following paragraph (HTML Living Standard, section 13.2.4.3), so that a tree can be a thousand
 * times as large as its source. The tree is therefore measured while it grows, and again when
 * complete; time and memory are linear in the length of the HTML. HTML over a limit is rejected as
 * a whole, since a part of it may mean something else.
 *
 * <p>The HTML parsed concurrently in a process is bounded. Waiting too long for capacity is not the
 * HTML's fault: the error is {@code upstream_unavailable}, never {@link UnreadableHtmlException},
 * and a retry can succeed.
 *
 * <p>Thread safe.
 */
public final class BoundedHtml {
  /** Longest HTML, parsed or written, in UTF-16 code units. */
  public static final int MAX_CHARACTERS = 2 << 20;

  /** Most nodes of a tree: elements, texts, comments. */
  public static final int MAX_NODES = 100_000;

  /** Most less-than signs: each starts a tag or a comment, and every element has two tags. */
  static final int MAX_TAGS = 2 * MAX_NODES;

  /** Most attributes of one element. */
  public static final int MAX_ATTRIBUTES = 128;

  /** Deepest nesting of elements; deeper ones become siblings. */
  public static final int MAX_DEPTH = 256;

  /** Nodes allowed in addition to one for every two characters. */
  static final int SPARE_NODES = 1_000;

  /**
   * UTF-16 code units of attribute names and values allowed in addition to two for every character.
   * A single value is not limited, since it may be an inline image.
   */
  static final int SPARE_ATTRIBUTE_CHARACTERS = 64 << 10;

  /**
   * UTF-16 code units of HTML parsed concurrently in the process; a tree takes about a hundred
   * bytes for each.
   */
  private static final int MAX_CHARACTERS_AT_ONCE = 1 << 20;

  /** How long all HTML of one turn waits for capacity. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static final Semaphore FREE_CHARACTERS = new Semaphore(MAX_CHARACTERS_AT_ONCE, true);
  private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

  private BoundedHtml() {}

  /**
   * Parses HTML as a browser would.
   *
   * @param use receives the document, which must not escape; must not call this method
   * @throws UnreadableHtmlException a limit is exceeded, or the parser fails
   * @throws MailboxException {@code upstream_unavailable}: no capacity
   */
  public static <T> T read(String html, Function<Document, T> use) {
    if (html.length() > MAX_CHARACTERS) {
      throw UnreadableHtmlException.over("has more than " + MAX_CHARACTERS + " characters");
    }
    requireFewTags(html);
    try (Turn turn = turn()) {
      turn.reserve(Math.min(html.length(), MAX_CHARACTERS_AT_ONCE));
      return use.apply(parse(html));
    } catch (StackOverflowError tooDeep) {
      // The limits should prevent this; if not, only this HTML is rejected.
      throw UnreadableHtmlException.over("is too complex");
    }
  }

  /**
   * Starts a turn, within which all HTML parsed by the calling thread shares one waiting time.
   * Nested turns join the outer one. Do not block on other threads within a turn.
   */
  public static Turn turn() {
    Turn current = CURRENT.get();
    if (current == null) {
      current = new Turn();
      CURRENT.set(current);
    }
    current.openings++;
    return current;
  }

  /**
   * Writes the content of an element or document as HTML.
   *
   * @param maxLength UTF-16 code units that may be written
   * @throws UnreadableHtmlException it would be longer
   */
  public static String write(Element element, int maxLength) {
    return element.html(new BoundedText(maxLength)).toString();
  }

  /** Checked before parsing: texts and comments of an open element are only counted at its end. */
  private static void requireFewTags(String html) {
    int tags = 0;
    for (int at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      if (++tags > MAX_TAGS) {
        throw tooManyNodes();
      }
    }
  }

  private static Document parse(String html) {
    Document document;
    try (StreamParser parser = new StreamParser(Parser.htmlParser().setMaxDepth(MAX_DEPTH))) {
      TreeSize growing = new TreeSize(html.length());
      Iterator<Element> closed = parser.parse(html, "").iterator();
      while (closed.hasNext()) {
        growing.add(closed.next());
      }
      document = parser.document();
    } catch (UnreadableHtmlException over) {
      throw over;
    } catch (RuntimeException broken) {
      throw UnreadableHtmlException.over("cannot be parsed");
    }
    // Elements moved while the tree grew may have been missed.
    TreeSize complete = new TreeSize(html.length());
    NodeTraversor.traverse((node, depth) -> complete.add(node), document);
    return document;
  }

  private static UnreadableHtmlException tooManyNodes() {
    return UnreadableHtmlException.over("has too many elements, at most " + MAX_NODES);
  }

  /** A thread's share of the parsing capacity. Not thread safe. */
  public static final class Turn implements AutoCloseable {
    private long patienceNanos = PATIENCE.toNanos();
    private int characters;
    private int openings;

    private Turn() {}

    /** Never waits while holding capacity, to avoid deadlocks. */
    private void reserve(int wanted) {
      if (wanted <= characters) {
        return;
      }
      release();
      long start = System.nanoTime();
      try {
        if (!FREE_CHARACTERS.tryAcquire(wanted, patienceNanos, TimeUnit.NANOSECONDS)) {
          throw busy();
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw busy();
      }
      characters = wanted;
      patienceNanos = Math.max(0, patienceNanos - (System.nanoTime() - start));
    }

    private static MailboxException busy() {
      return MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "too much HTML is being parsed right now")
          .retryAfter(RETRY_AFTER);
    }

    private void release() {
      FREE_CHARACTERS.release(characters);
      characters = 0;
    }

    @Override
    public void close() {
      if (--openings == 0) {
        CURRENT.remove();
        release();
      }
    }
  }

  /** Not thread safe. */
  private static final class TreeSize {
    private final long maxNodes;
    private final long maxAttributeCharacters;
    private long nodes;
    private long attributeCharacters;

    TreeSize(int characters) {
      this.maxNodes = Math.min(MAX_NODES, SPARE_NODES + characters / 2L);
      this.maxAttributeCharacters = SPARE_ATTRIBUTE_CHARACTERS + 2L * characters;
    }

    void add(Node node) {
      if (++nodes > maxNodes) {
        throw tooManyNodes();
      }
      if (!(node instanceof Element element)) {
        return;
      }
      if (element.attributesSize() > MAX_ATTRIBUTES) {
        throw UnreadableHtmlException.over(
            "has an element with more than " + MAX_ATTRIBUTES + " attributes");
      }
      if (element.attributesSize() > 0) {
        for (Attribute attribute : element.attributes()) {
          attributeCharacters += attribute.getKey().length() + attribute.getValue().length();
        }
      }
      if (attributeCharacters > maxAttributeCharacters) {
        throw UnreadableHtmlException.over("repeats attributes too often");
      }
    }
  }

  /** Not thread safe. */
  private static final class BoundedText implements Appendable {
    private final StringBuilder text = new StringBuilder();
    private final int maxLength;

    BoundedText(int maxLength) {
      this.maxLength = maxLength;
    }

    @Override
    public Appendable append(CharSequence more) {
      return append(more, 0, more.length());
    }

    @Override
    public Appendable append(CharSequence more, int start, int end) {
      require(end - start);
      text.append(more, start, end);
      return this;
    }

    @Override
    public Appendable append(char c) {
      require(1);
      text.append(c);
      return this;
    }

    private void require(int characters) {
      if (characters > maxLength - text.length()) {
        throw UnreadableHtmlException.over("would have more than " + maxLength + " characters");
      }
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
