package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.mime.HtmlBombs;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.mime.reply.ReplyHtml;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeTraversor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class BoundedHtmlTest {
  /** Everything that is made while one document is read, garbage too. */
  private static final long MAX_BYTES_FOR_A_CHARACTER = 250;

  private static final long SPARE_BYTES = 8 << 20;

  /** Every way in which HTML is read, by a name. */
  private static final List<Function<String, ?>> READERS =
      List.of(
          HtmlText::toText,
          HiddenContent::of,
          ReplyHtml::newPart,
          html -> CodesAndLinks.links("link", null, html),
          html -> BoundedHtml.read(html, page -> BoundedHtml.write(page, 1 << 20)));

  private static long nodes(Document document) {
    long[] nodes = {0};
    NodeTraversor.traverse((Node node, int depth) -> nodes[0]++, document);
    return nodes[0];
  }

  private static String refused(String html) {
    UnreadableHtmlException over =
        assertThrows(
            UnreadableHtmlException.class, () -> BoundedHtml.read(html, BoundedHtmlTest::nodes));
    return String.valueOf(over.getMessage());
  }

  private static void accepted(String html) {
    assertTrue(BoundedHtml.read(html, BoundedHtmlTest::nodes) > 0);
  }

  @Test
  void a_tree_has_no_more_nodes_than_its_html_is_long() {
    HtmlBombs.all(1 << 18)
        .forEach(
            (name, html) -> {
              try {
                long nodes = BoundedHtml.read(html, BoundedHtmlTest::nodes);
                assertTrue(nodes <= BoundedHtml.SPARE_NODES + html.length() / 2, name);
                assertTrue(nodes <= BoundedHtml.MAX_NODES, name);
              } catch (UnreadableHtmlException over) {
                assertTrue(String.valueOf(over.getMessage()).startsWith("the HTML "), name);
              }
            });
  }

  @Test
  void whatever_html_says_memory_for_every_use_of_it_is_linear_in_its_size() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int size : new int[] {40_000, 400_000}) {
      HtmlBombs.all(size)
          .forEach(
              (name, html) -> {
                for (Function<String, ?> reader : READERS) {
                  long before = threads.getCurrentThreadAllocatedBytes();
                  read(reader, html);
                  long bytes = threads.getCurrentThreadAllocatedBytes() - before;
                  long most = SPARE_BYTES + MAX_BYTES_FOR_A_CHARACTER * html.length();
                  assertTrue(
                      bytes <= most,
                      () -> name + ", " + READERS.indexOf(reader) + ": " + bytes / html.length());
                }
              });
    }
  }

  private static void read(Function<String, ?> reader, String html) {
    try {
      String made = String.valueOf(reader.apply(html));
      assertTrue(made.length() <= 2 << 20);
    } catch (UnreadableHtmlException over) {
      assertTrue(String.valueOf(over.getMessage()).startsWith("the HTML "));
    }
  }

  @Test
  void a_mail_of_many_tables_is_read_whole() {
    String row =
        "<tr>\n<td style='color:#333'>1</td>\n<td><a href='https://x.test'>2</a></td>\n</tr>\n";
    String html = "<table>\n" + row.repeat(8_000) + "</table>";
    assertEquals(16_000, BoundedHtml.<Integer>read(html, page -> page.select("td").size()));
  }

  @Test
  void the_tree_is_that_of_the_parser() {
    for (String html :
        List.of(
            "<p>a<b>b<p>c</b>d",
            "<table><b>x<tr><td>y</table>z",
            "<!doctype html><title>t</title><style>a{}</style><body class=c>x<!-- y -->",
            "a<div class=gmail_quote><blockquote>b</blockquote></div>")) {
      assertEquals(Jsoup.parse(html).html(), BoundedHtml.read(html, Document::html));
    }
  }

  @Test
  void html_of_n_characters_is_read_and_of_one_more_is_not() {
    accepted("x".repeat(BoundedHtml.MAX_CHARACTERS));
    assertEquals(
        "the HTML has more than 2097152 characters",
        refused("x".repeat(BoundedHtml.MAX_CHARACTERS + 1)));
  }

  @Test
  void a_tree_of_n_nodes_is_read_and_of_one_more_is_not() {
    int outline = (int) (long) BoundedHtml.read("", BoundedHtmlTest::nodes);
    String text = "x".repeat(BoundedHtml.MAX_NODES * 2);
    String most = text + "<hr>".repeat(BoundedHtml.MAX_NODES - outline - 1);
    accepted(most);
    assertEquals("the HTML has too many elements, at most 100000", refused(most + "<hr>"));
  }

  @Test
  void n_tags_are_looked_at_and_not_one_more() {
    accepted("</hr>".repeat(BoundedHtml.MAX_TAGS));
    assertEquals(
        "the HTML has too many elements, at most 100000",
        refused("</hr>".repeat(BoundedHtml.MAX_TAGS + 1)));
  }

  @Test
  void a_short_html_has_a_node_for_every_two_characters_and_some_to_spare() {
    int outline = (int) (long) BoundedHtml.read("", BoundedHtmlTest::nodes);
    // Nine elements and a text for every sixteen characters.
    String opened = "<p><b><i><s><u><tt><em><big><small>";
    int paragraphs = 0;
    while (isReadable(opened + "<p>x".repeat(paragraphs + 1))) {
      paragraphs++;
    }
    String html = opened + "<p>x".repeat(paragraphs);
    long nodes = BoundedHtml.read(html, BoundedHtmlTest::nodes);
    long most = BoundedHtml.SPARE_NODES + html.length() / 2L;
    assertTrue(nodes <= most && nodes > most - 10 - outline, nodes + " of " + most);
  }

  private static boolean isReadable(String html) {
    try {
      accepted(html);
      return true;
    } catch (UnreadableHtmlException over) {
      return false;
    }
  }

  @Test
  void an_element_of_n_attributes_is_read_and_of_one_more_is_not() {
    accepted("<p" + attributes(BoundedHtml.MAX_ATTRIBUTES) + ">x");
    assertEquals(
        "the HTML has an element with more than 128 attributes",
        refused("<p" + attributes(BoundedHtml.MAX_ATTRIBUTES + 1) + ">x"));
  }

  private static String attributes(int count) {
    return IntStream.range(0, count).mapToObj(i -> " a" + i).collect(Collectors.joining());
  }

  @Test
  void attributes_of_n_characters_are_read_and_of_one_more_are_not() {
    // The link is opened again by every paragraph: "href" and its value.
    String start = "<p><a href=";
    String repeats = ">x<p>x<p>x<p>x<p>x";
    int value = 1;
    while (5L * (value + 4) <= most(start.length() + value + repeats.length())) {
      value++;
    }
    accepted(start + "v".repeat(value - 1) + repeats);
    assertEquals(
        "the HTML repeats attributes too often", refused(start + "v".repeat(value) + repeats));
  }

  private static long most(int characters) {
    return BoundedHtml.SPARE_ATTRIBUTE_CHARACTERS + 2L * characters;
  }

  @Test
  void a_picture_in_an_attribute_is_no_bomb() {
    accepted("<p>x<img src='data:image/png;base64," + "A".repeat(900_000) + "'>");
  }

  @Test
  void what_is_nested_too_deep_is_put_beside() {
    int deepest =
        BoundedHtml.read(
            "<div>".repeat(BoundedHtml.MAX_DEPTH * 2) + "x",
            page -> {
              int[] depth = {0};
              NodeTraversor.traverse(
                  (Node node, int at) -> depth[0] = Math.max(depth[0], at), page);
              return depth[0];
            });
    assertEquals(BoundedHtml.MAX_DEPTH + 1, deepest);
  }

  @Test
  void n_characters_are_written_and_one_more_are_not() {
    String html = "a&amp;b";
    assertEquals(
        html, BoundedHtml.read(html, page -> BoundedHtml.write(page.body(), html.length())));
    assertThrows(
        UnreadableHtmlException.class,
        () -> BoundedHtml.read(html, page -> BoundedHtml.write(page.body(), html.length() - 1)));
  }

  @Test
  void a_stack_that_runs_out_on_one_html_is_a_fault_of_that_html() {
    UnreadableHtmlException over =
        assertThrows(UnreadableHtmlException.class, () -> failing(new StackOverflowError()));
    assertEquals("the HTML is too complex", over.getMessage());
    accepted("<p>x");
  }

  @Test
  void memory_that_runs_out_is_a_fault_of_the_process() {
    assertThrows(OutOfMemoryError.class, () -> failing(new OutOfMemoryError()));
    accepted("<p>x");
  }

  private static void failing(Error error) {
    BoundedHtml.read(
        "<p>x",
        page -> {
          throw error;
        });
  }

  /** Runs while another thread reads as much as may be read at once. */
  private static void whileAllIsTaken(Runnable work) throws InterruptedException {
    String large = "x".repeat(BoundedHtml.MAX_CHARACTERS);
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Thread other =
        new Thread(
            () ->
                BoundedHtml.read(
                    large,
                    page -> {
                      reading.countDown();
                      return await(done);
                    }));
    other.start();
    reading.await();
    try {
      // A thread that is asked to stop does not wait for its turn.
      Thread.currentThread().interrupt();
      work.run();
      assertTrue(Thread.interrupted());
    } finally {
      done.countDown();
      other.join();
    }
  }

  private static void assertBusy(Executable reading) {
    MailboxException refusal = assertThrows(MailboxException.class, reading);
    assertEquals(ErrorCode.UPSTREAM_UNAVAILABLE, refusal.code());
    assertTrue(refusal.retryAfter().isPresent());
  }

  @Test
  void html_that_gets_no_turn_is_left_unread_and_can_be_tried_again() throws Exception {
    whileAllIsTaken(
        () -> {
          for (Function<String, ?> reader : READERS) {
            assertBusy(() -> read(reader, "<a href='https://x.test/verify'>verify</a>"));
          }
          assertBusy(() -> RenderedMail.of("x", "<p>x"));
        });
    assertEquals("x", HtmlText.toText("<p>x"));
  }

  @Test
  void parts_of_one_turn_wait_once() {
    try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
      assertEquals("x", HtmlText.toText("<p>x"));
      Thread.currentThread().interrupt();
      try (BoundedHtml.Turn same = BoundedHtml.turn()) {
        assertEquals("y", HtmlText.toText("<p>y"));
      }
      assertEquals("z", HtmlText.toText("<p>z"));
      assertBusy(() -> HtmlText.toText("<p>longer"));
      assertTrue(Thread.interrupted());
      assertEquals("longer", HtmlText.toText("<p>longer"));
    }
    Thread.currentThread().interrupt();
    assertBusy(() -> HtmlText.toText("<p>x"));
    assertTrue(Thread.interrupted());
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
