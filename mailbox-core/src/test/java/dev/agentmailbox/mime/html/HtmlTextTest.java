package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTextTest {
  @Test
  void paragraphs_lists_tables_and_links_become_text() {
    assertEquals(
        "Title\n\nOne two\nthree\n\n- a\n- b\n\n1. x\n2. y\n\n1\t2\n3\t4",
        HtmlText.toText(
            "<h1>Title</h1><p>One\n  two<br>three</p><ul><li>a<li>b</ul><ol><li>x<li>y</ol>"
                + "<table><tr><td>1<td>2<tr><td>3<td>4</table>"));
    assertEquals(
        "site (https://example.com/a) and https://example.com and a@b.c",
        HtmlText.toText(
            "<a href='https://example.com/a'>site</a> and <a href='https://example.com/'>"
                + "https://example.com</a> and <a href='mailto:a@b.c?subject=x'>a@b.c</a>"));
    assertEquals(
        "Logo (https://x.test) none",
        HtmlText.toText("<a href=https://x.test><img alt=Logo></a> <a href='#top'>none</a>"));
    assertEquals("a\n  b\nc", HtmlText.toText("<pre>a\n  b\nc</pre>"));
    assertEquals(
        "hi\n\n> old\n>\n> > older\n\nbye",
        HtmlText.toText("hi<blockquote>old<blockquote>older</blockquote></blockquote>bye"));
    assertEquals("a b & c €", HtmlText.toText("a&nbsp;b &amp; c &euro;"));
  }

  @Test
  void scripts_styles_and_hidden_elements_are_left_out_and_can_be_had_apart() {
    for (String hidden :
        List.of(
            "<div style='display:none'>H</div>",
            "<div style='DISPLAY : none !important'>H</div>",
            "<span style='visibility:hidden'>H</span>",
            "<span style='opacity:0'>H</span>",
            "<span style='font-size:0px'>H</span>",
            "<span style='font-size: 1px; color: red'>H</span>",
            "<span style='mso-hide:all'>H</span>",
            "<div style='max-height:0;overflow:hidden'>H</div>",
            "<div style='position:absolute;left:-9999px'>H</div>",
            "<div style='text-indent:-9999px'>H</div>",
            "<span style='color:#fff;background-color:white'>H</span>",
            "<p hidden>H</p>")) {
      assertEquals("seen", HtmlText.toText("seen" + hidden).strip(), hidden);
      assertEquals("H", HtmlText.hiddenText("seen" + hidden), hidden);
    }
    assertEquals(
        "x",
        HtmlText.toText(
            "<head><title>t</title></head><style>s</style><script>j</script>x<!--c-->"));
    assertEquals("", HtmlText.hiddenText("<p>all <b>shown</b></p>"));
  }

  @Test
  void text_with_a_size_of_its_own_is_seen_in_a_cell_without_one() {
    String cell =
        "<table><tr><td style='font-size:0px'> <div style='%s'>Hello</div></td></tr></table>";
    assertEquals("Hello", HtmlText.toText(cell.formatted("font-size:20px")).strip());
    assertEquals("", HtmlText.hiddenText(cell.formatted("font-size:20px")));
    assertEquals("Hello", HtmlText.hiddenText(cell.formatted("font-size:2em")));
    assertEquals("Hello", HtmlText.hiddenText(cell.formatted("color:red")));
  }

  @Test
  void hostile_documents_take_no_more_than_a_few_seconds_and_stay_bounded() {
    for (String html :
        List.of(
            "<div>".repeat(30_000),
            "<b>".repeat(60_000) + "x",
            "<blockquote>".repeat(20_000) + "x<p>".repeat(20_000),
            "<a href=https://x.test>".repeat(20_000) + "x",
            "<table><tr><td>".repeat(20_000) + "x",
            "<p " + "a=b ".repeat(60_000) + ">x",
            "<ul><li>".repeat(20_000) + "x",
            "<".repeat(300_000),
            "&".repeat(300_000),
            "<p style='" + "a:b;".repeat(30_000) + "'>x",
            "<td>x".repeat(30_000),
            "x".repeat(3_000_000))) {
      String text = Cpu.within(Duration.ofSeconds(10), () -> textOrNothing(html));
      assertTrue(text.length() <= HtmlRenderer.MAX_OUTPUT);
      assertFalse(text.contains("\r"));
    }
  }

  private static String textOrNothing(String html) {
    try {
      return HtmlText.toText(html);
    } catch (UnreadableHtmlException over) {
      return "";
    }
  }

  @Test
  void text_of_n_characters_is_whole_and_longer_text_is_cut() {
    String most = "x".repeat(HtmlRenderer.MAX_OUTPUT);
    assertEquals(most, HtmlText.toText(most));
    assertEquals(most, HtmlText.toText(most + "y"));
  }
}
