package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeTraversor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeStylesTest {
  private static Document kept(String html) {
    Document document = Jsoup.parse(html);
    NodeTraversor.traverse(new SafeStyles(), document);
    return document;
  }

  private static String style(String style) {
    Element element = kept("<p style=\"" + style + "\">x</p>").expectFirst("p");
    return element.attr("data-style");
  }

  @ParameterizedTest
  @CsvSource({
    "COLOR: #F00, color:#ff0000;",
    "background: navy; color: white, color:#ffffff;background-color:#000080;",
    "padding: 12px 24px !important, padding:12px 24px;",
    "border: 1px solid #ccc; border-radius: 4px, border:1px solid #ccc;border-radius:4px;",
    "font-family: Georgia; font-style: italic, font-family:georgia;font-style:italic;",
    "font-size: 14px; line-height: 1.5; font-weight: 700, font-size:14px;line-height:1.5;font-weight:700;",
    "text-align: center; text-decoration: none, text-align:center;text-decoration:none;",
    "width: 600px; max-width: 100%, width:600px;max-width:100%;",
  })
  void the_look_of_words_is_kept(String style, String left) {
    assertEquals(left, style(style));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "background: url(https://tracker.example/x)",
        "background-image: url(x)",
        "border-image: url(x) 1",
        "list-style: url(x)",
        "width: expression(alert(1))",
        "position: fixed; top: 0; left: 0",
        "display: none",
        "display: flex; order: 2",
        "float: right",
        "visibility: hidden",
        "opacity: 0",
        "font-size: 1px",
        "font-size: 0.1em",
        "font-size: 900px",
        "font-family: Wingdings",
        "line-height: 0",
        "line-height: 7",
        "letter-spacing: 400px",
        "padding: 5000px",
        "padding: 10rem",
        "border: 300px solid red",
        "width: 1px",
        "width: 10%",
        "margin: -4000px",
        "text-indent: -9999px",
        "transform: scale(0)",
        "content: 'x'",
        "direction: rtl; unicode-bidi: bidi-override",
        "height: 0; overflow: hidden",
        "color: white",
        "color: #fffffe",
        "background: black",
        "color: var(--x)",
        "col/**/or: red",
        "\\63olor: red",
        "padding: 1px; } body { display: none",
      })
  void what_hides_moves_loads_or_replaces_words_is_not_kept(String style) {
    assertEquals("", style(style).replace("padding:1px;", ""));
  }

  @Test
  void a_look_of_the_senders_own_making_is_removed() {
    Document document = kept("<p data-style='position:fixed'>x<b data-style='opacity:0'>y</b></p>");
    assertEquals(0, document.select("[data-style]").size());
  }

  @Test
  void text_can_always_be_told_from_its_ground() {
    Document document =
        kept(
            "<body bgcolor=black text=white><p style='background:#fff'>a"
                + "<b style='color:#fff'>b</b></p><font color=black>c</font></body>");
    assertEquals("color:#ffffff;background-color:#000000;", document.body().attr("data-style"));
    // White ground under white words, and black words on a black one, are left out.
    assertEquals("", document.expectFirst("p").attr("data-style"));
    assertEquals("color:#ffffff;", document.expectFirst("b").attr("data-style"));
    assertEquals("", document.expectFirst("font").attr("data-style"));
  }

  @Test
  void a_style_longer_than_the_limit_is_left_out() {
    assertEquals("", style("color:red;" + "padding:1px;".repeat(200)));
  }
}
