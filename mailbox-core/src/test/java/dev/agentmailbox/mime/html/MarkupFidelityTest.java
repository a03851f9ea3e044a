package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import dev.agentmailbox.mime.HtmlBombs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which HTML can be shown as its recipients see it. */
@Isolated
class MarkupFidelityTest {
  private static boolean isFaithful(String html) {
    return BoundedHtml.read(html, MarkupFidelity::of);
  }

  private static String resource(String name) throws IOException {
    String path = "/html/" + name + ".html";
    try (InputStream in =
        Objects.requireNonNull(MarkupFidelityTest.class.getResourceAsStream(path))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "markdown-commonmark",
        "markdown-python",
        "agent-inline",
        "newsletter-simple",
        "outlook-signature",
        "gmail-compose",
        "arabic",
        "reply-with-quote",
        "invoice-table",
        "markdown-code",
        "button",
        "apple-mail",
        "thunderbird",
        "outlook-reply"
      })
  void ordinary_mail_is_faithful(String name) throws IOException {
    assertTrue(isFaithful(resource("ordinary/" + name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"newsletter-mjml", "newsletter-stacked"})
  void templates_that_hide_text_or_load_styles_are_not(String name) throws IOException {
    assertFalse(isFaithful(resource("asked/" + name)));
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "display:none",
        "display:none;/**/display:block",
        "display:no\\6e e",
        "display:flex;flex-direction:row-reverse",
        "visibility:hidden",
        "opacity:0",
        "opacity:.2",
        "font-size:0",
        "font-size:20%",
        "font:0/0 a",
        "font-family:Wingdings",
        "color:#fff",
        "color:transparent",
        "color:var(--a)",
        "background:#000",
        "background:url(cid:a)",
        "position:absolute;top:0",
        "float:right",
        "order:1",
        "direction:rtl",
        "unicode-bidi:bidi-override",
        "transform:scale(0)",
        "clip-path:inset(50%)",
        "text-indent:-999px",
        "margin-left:-999px",
        "height:0",
        "overflow:hidden",
        "overflow:auto",
        "max-width:0",
        "width:1%",
        "line-height:0",
        "letter-spacing:-1em",
        "columns:2",
        "writing-mode:vertical-rl",
        "list-style:upper-roman",
        "counter-reset:a 5",
        "quotes:'not' ''",
        "text-decoration:line-through",
        "text-decoration:underline 90px #fff",
        "vertical-align:-999px",
        "outline:300px solid #fff",
        "mso-hide:all",
        "-webkit-text-security:disc",
        "width:calc(0px)",
        "all:initial",
        "nonsense"
      })
  void a_style_that_may_hide_move_or_add_text_is_not_faithful(String style) {
    assertFalse(isFaithful("<div>We do <div style=\"" + style + "\">not</div> agree</div>"));
    assertFalse(isFaithful("<style>.n{" + style + "}</style><p>We do <i class=n>not</i> agree"));
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<style>p::after{content:'Pay IBAN XX'}</style><p>Pay",
        "<style>a::after{content:attr(href)}</style><a href=x>Pay</a>",
        "<style>@import url(cid:a);</style><p>Pay",
        "<style>@media screen{i{display:none}}</style><p>Pay <i>not</i>",
        "<style>p{margin:0;&.n{display:none}}</style><p class=n>Pay",
        "<style>@font-face{font-family:x;src:url(cid:a)}</style><p>Pay",
        "<style>p{margin:0} i{display:none</style><p>Pay <i>not</i>",
        "<style>a[title='{'] {margin:0}</style><p>Pay",
        "<style>.a{color:#fff}</style><p class=a>Pay",
        "<link rel=stylesheet href=x><p>Pay",
        "<style>span{display:block}</style><p>Pay 1<span>000</span>",
        "<meta name=color-scheme content=dark><p style='color:#000'>Pay",
        "<bdo dir=rtl>001</bdo>",
        "<p dir=rtl>Pay 100 - 5",
        "<p>\u202e001\u202c",
        "<p>\u2067abc\u2069",
        "<img alt='\u202e001' src='cid:a'>",
        "<p hidden>Pay",
        "<p popover>Pay",
        "<body text=white>Pay",
        "<font color=white>Pay</font>",
        "<table bgcolor=black><tr><td>Pay</table>",
        "<table background=x><tr><td>Pay</table>",
        "<font face=Webdings>Pay</font>",
        "<details><summary>a</summary>Pay</details>",
        "<meta http-equiv=refresh content='0;url=x'>Pay",
        "<script>x</script>Pay",
        "<x-y>Pay</x-y>",
        "<!--[if mso]>Pay<![endif]-->"
      })
  void markup_that_may_hide_move_or_add_text_is_not_faithful(String html) {
    assertFalse(isFaithful(html));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<td style='font-size:0;line-height:0;height:10px'>&nbsp;</td>",
        "<p dir=rtl>\u05e9\u05dc\u05d5\u05dd 100",
        "<ol start=5 type=A><li value=9>x</ol>",
        "<p>in&shy;voice<wbr><hr>",
        "<o:p>&nbsp;</o:p>",
        "<p style=\"color: #333 !important; font: bold 14px/1.5 'Segoe UI', sans-serif\">x",
        "<a style='background:#06c;color:#fff;display:inline-block' href=x>x</a>",
        "<p style='color:rgba(0, 0, 0, .8)'>x",
        "<td style='width:1%'>x</td>",
        "<pre style='overflow-x:auto'>x</pre>",
        "<p><nobr>+49 30 1234</nobr> <acronym title=a>x</acronym>"
      })
  void what_only_looks_strange_is_faithful(String html) {
    assertTrue(isFaithful(html));
  }

  @Test
  void hostile_documents_take_no_more_than_a_few_seconds() {
    String bombs =
        Cpu.within(
            Duration.ofSeconds(20),
            () -> {
              for (String html : HtmlBombs.all(100_000).values()) {
                assertEquals(
                    "RenderedMail", RenderedMail.of(null, html).toString().split("\\[")[0]);
              }
              return "read";
            });
    assertEquals("read", bombs);
  }
}
