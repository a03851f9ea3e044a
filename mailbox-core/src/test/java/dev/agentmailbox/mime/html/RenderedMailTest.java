package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.HtmlBombs;
import dev.agentmailbox.mime.html.RenderedMail.Link;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RenderedMailTest {
  private static RenderedMail html(String html) {
    return RenderedMail.of(null, html);
  }

  private static Link link(String html) {
    List<Link> links = html(html).links();
    assertEquals(1, links.size(), links.toString());
    return links.get(0);
  }

  @Test
  void a_label_that_names_another_host_than_its_target_is_a_mismatch() {
    Link link = link("<a href=\"https://evil.example/steal\">https://good.example/invoice</a>");
    assertEquals("https://good.example/invoice", link.label());
    assertEquals("https://evil.example/steal", link.url());
    assertEquals("evil.example", link.host());
    assertTrue(link.mismatch());
  }

  @ParameterizedTest
  @CsvSource({
    "https://evil.example, good.example, true",
    "https://evil.example, Pay at www.good.example now, true",
    "https://evil.example/good.example, good.example, true",
    "https://good.example.evil.example/, good.example, true",
    "https://good.example@evil.example/, the invoice, true",
    "mailto:eve@evil.example, ann@good.example, true",
    "https://xn--gd-jkaa.example/, good.example, true",
    "https://www.good.example/a, good.example, false",
    "https://shop.good.example/a, good.example, false",
    "https://good.example/a, https://www.good.example/b, false",
    "https://gööd.example/, gööd.example, false",
    "https://evil.example, the invoice, false",
    "https://evil.example, invoice.pdf, false",
    "https://evil.example, version 1.2, false"
  })
  void labels_are_compared_with_their_targets(String target, String label, boolean mismatch) {
    assertEquals(mismatch, link("<a href='%s'>%s</a>".formatted(target, label)).mismatch(), label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "15<b style='display:inline-block'> w6 </b>",
        "15<b style='display:inline-block'><bdi> w6 </bdi></b>",
        "15<b style='display:inline-block'><i></i> <i> w6</i></b>"
      })
  void white_space_at_the_ends_of_an_inline_block_is_not_shown(String html) {
    String shown = String.valueOf(html(html).html());
    assertEquals("15w6", shown.replaceAll("<[^>]*>", "").strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/x",
        "h&#116;tps://evil.example/x",
        "//evil.example/x",
        "https:\\\\evil.example\\x",
        "https:/evil.example/x",
        "ht&#10;tps://ev&#9;il.example/x",
        " HTTPS://EVIL.example./x",
        "https://%65vil.example:443/x",
        "https://ｅvil。example/x",
        "https://good.example@evil.example/x"
      })
  void the_host_is_the_one_a_browser_goes_to(String href) {
    assertEquals("evil.example", link("<a href=\"" + href + "\">Invoice</a>").host());
  }

  @Test
  void relative_addresses_lead_where_the_base_says() {
    assertEquals(
        "evil.example", link("<base href='https://evil.example/'><a href='pay'>Pay</a>").host());
    assertNull(link("<a href='#top'>Top</a>").host());
  }

  @Test
  void other_schemes_and_forms_are_named() {
    assertEquals("javascript:", link("<a href='javascript:alert(1)'>x</a>").host());
    assertEquals("evil.example", link("<form action='https://evil.example/'>x</form>").host());
  }

  @Test
  void every_link_shows_its_host_beside_its_label_and_leads_nowhere() {
    String shown = html("<p><a href='https://evil.example/x'>Invoice</a></p>").html();
    assertEquals("<p><u>Invoice</u> <mark dir=\"ltr\">[evil.example]</mark></p>", shown);
  }

  @Test
  void the_marks_cannot_be_written_by_the_mail() {
    String shown =
        html("<a href='https://evil.example'>Pay</a> <mark class=x>[good.example]</mark>").html();
    assertEquals(
        "<u>Pay</u> <mark dir=\"ltr\">[evil.example]</mark> <span>[good.example]</span>", shown);
  }

  @Test
  void nothing_that_runs_or_loads_is_left() {
    String shown =
        html("<p onclick=alert(1) style='color:red' class=a id=b>Hello <b>you</b></p>"
                + "<script>alert(1)</script><style>p{}</style><svg onload=alert(1)></svg>"
                + "<iframe srcdoc='x'>y</iframe><img src=x onerror=alert(1)>"
                + "<img src='data:image/svg+xml;base64,AA' alt=drawing>")
            .html();
    assertEquals(
        "<p data-style=\"color:#ff0000;\">Hello <b>you</b></p><mark dir=\"ltr\">[picture]</mark>"
            + "<mark dir=\"ltr\">[picture: drawing]</mark>",
        shown);
  }

  @Test
  void pictures_that_came_in_the_html_are_shown_and_remote_ones_are_named() {
    RenderedMail mail =
        html(
            "<img src='data:image/png;base64,AAAA' alt=dot><img"
                + " src='https://pixel.example/a.gif'><table"
                + " background='//tiles.example/b'></table><p"
                + " style=\"background:url('http://css.example/c')\">x</p><style>@import"
                + " 'https://sheet.example/d.css';</style><div style='display:none'><img"
                + " src='http://hidden.example/e'></div><img srcset='https://two.example/2x 2x'"
                + " src='cid:logo' alt=Logo>");
    assertEquals(
        List.of(
            "pixel.example",
            "tiles.example",
            "css.example",
            "sheet.example",
            "hidden.example",
            "two.example"),
        mail.remotePictures());
    String shown = String.valueOf(mail.html());
    assertTrue(shown.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"dot\">"), shown);
    assertTrue(shown.contains("<mark dir=\"ltr\">[picture]</mark>"), shown);
    assertTrue(shown.contains("<mark dir=\"ltr\">[picture: Logo]</mark>"), shown);
  }

  @Test
  void what_the_html_hides_is_left_out_and_told_apart() {
    RenderedMail mail =
        html("<p>Pay now</p><p style='display:none'>This is only <b>a test</b></p>");
    assertEquals("<p>Pay now</p>", mail.html());
    assertEquals("This is only a test", mail.hiddenText());
    assertNull(html("<p>Pay now</p>").hiddenText());
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "noscript",
        "xmp",
        "plaintext",
        "math",
        "object",
        "textarea",
        "fieldset",
        "details",
        "dialog",
        "marquee",
        "ruby",
        "button",
        "form",
        "label",
        "option",
        "bdo",
        "listing",
        "x-y"
      })
  void text_of_every_element_that_is_seen_is_shown_to_humans_and_to_agents(String name) {
    String html = "<p>Hello</p><%s>Pay 900 EUR</%s>".formatted(name, name);
    RenderedMail mail = RenderedMail.of("Hello", html);
    assertTrue(String.valueOf(mail.html()).contains("Pay 900 EUR"), mail.html());
    assertTrue(HtmlText.toText(html).contains("Pay 900 EUR"));
    assertTrue(mail.textDiffers());
    assertTrue(mail.htmlUnfaithful());
  }

  // spec Decisions.2
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<title>Pay</title> | title: Pay",
        "<template><p>Pay</template> | template: Pay",
        "<iframe srcdoc='<p>Pay'></iframe> | srcdoc: <p>Pay",
        "<video>Pay</video> | video: Pay",
        "<input value=Pay> | value: Pay",
        "<input placeholder=Pay> | placeholder: Pay",
        "<select><option label=Pay></select> | label: Pay",
        "<abbr title=Pay>P</abbr> | title: Pay",
        "<table summary=Pay></table> | summary: Pay",
        "<blockquote cite=//e.example>x</blockquote> | cite: //e.example",
        "<img src='data:image/png;base64,AA' alt=Pay> | alt: Pay",
        "<svg><a><set attributeName=href to=//e.example /></a></svg> | to: //e.example",
        "<!--[if mso]><b>Pay</b><![endif]--> | comment: <b>Pay</b><![endif]"
      })
  void what_cannot_be_shown_is_listed(String html, String listed) {
    assertEquals(List.of(listed), html("<p>Hello</p>" + html).notShown());
  }

  @Test
  void what_is_listed_is_bounded_and_the_review_says_that_there_is_more() {
    RenderedMail most = html("<i title='" + "x".repeat(RenderedMail.MAX_NOT_SHOWN - 7) + "'>x</i>");
    assertFalse(most.htmlUnfaithful());
    RenderedMail more = html("<i title='" + "x".repeat(RenderedMail.MAX_NOT_SHOWN) + "'>x</i>");
    assertTrue(more.htmlUnfaithful());
    assertEquals(RenderedMail.MAX_NOT_SHOWN, more.notShown().get(0).length());
  }

  // spec Decisions.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<noscript><a href=//e.example>x</a></noscript>",
        "<p style='display:none;/**/display:block'><a href=//e.example>x</a>",
        "<svg><a xlink:href=//e.example><text>x</text></a></svg>",
        "<math href=//e.example><mtext>x</mtext></math>",
        "<map><area href=//e.example alt=x></map>",
        "<form><button formaction=//e.example>x</button></form>",
        "<iframe src=//e.example></iframe>",
        "<object data=//e.example></object>",
        "<meta http-equiv=refresh content='0;url=//e.example'>",
        "<template><a href=//e.example>x</a></template>"
      })
  void every_target_is_listed_wherever_it_stands(String html) {
    assertEquals("e.example", link(html).host());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Pay 900 EUR | <p>Pay <b>9000</b> EUR</p> | true",
        "Pay Ann not Bob | <p>Pay Bob not Ann</p> | true",
        "See https://good.example/i | <p>See <a href='https://evil.example'>this</a></p> | true",
        "Pay 900 EUR | <h1>Pay</h1><ul><li>900 EUR</ul> | false",
        "* Pay\t900   EUR. | <table><tr><td>Pay<td>900 eur</table> | false",
        "Pay at https://good.example/i | <p>Pay <a href='https://good.example/i'>at</a></p> |"
            + " false",
        "1. Pay | <ol><li>Pay</ol> | false",
        "'' | <p>Pay</p> | false"
      })
  void a_text_part_that_says_something_else_is_told(String text, String html, boolean differs) {
    assertEquals(differs, RenderedMail.of(text, html).textDiffers(), text);
  }

  @Test
  void a_host_that_only_the_text_names_differs_wherever_it_stands() {
    String known =
        IntStream.range(0, 2 * RenderedMail.MAX_LINKS)
            .mapToObj(i -> "https://h" + i + ".example ")
            .collect(Collectors.joining());
    String html = "<p>Pay " + known;
    assertFalse(RenderedMail.of("Pay " + known, html).textDiffers());
    assertTrue(RenderedMail.of("Pay " + known + "https://evil.example", html).textDiffers());
  }

  @Test
  void text_made_from_the_html_is_no_difference() {
    String html =
        "<p><img src='cid:a' alt='Our logo'> Hello, <a href='https://a.example'>read</a></p>"
            + "<p>write to <a href='mailto:ann@a.example'>us</a></p>";
    assertFalse(RenderedMail.of(HtmlText.toText(html), html).textDiffers());
  }

  @Test
  void links_of_plain_text_are_listed_with_the_host_they_lead_to() {
    RenderedMail mail = RenderedMail.of("Look: https://good.example@evil.example/x", null);
    assertNull(mail.html());
    assertEquals("evil.example", mail.links().get(0).host());
    assertTrue(mail.links().get(0).mismatch());
  }

  @ParameterizedTest
  @ValueSource(ints = {RenderedMail.MAX_LINKS, RenderedMail.MAX_LINKS + 1})
  void more_links_than_are_listed_are_told(int count) {
    RenderedMail mail = html("<a href='https://a.example'>a</a>".repeat(count));
    assertEquals(RenderedMail.MAX_LINKS, mail.links().size());
    assertEquals(count > RenderedMail.MAX_LINKS, mail.moreLinks());
    RenderedMail text = RenderedMail.of("https://a.example ".repeat(count), null);
    assertEquals(RenderedMail.MAX_LINKS, text.links().size());
    assertEquals(count > RenderedMail.MAX_LINKS, text.moreLinks());
  }

  @ParameterizedTest
  @ValueSource(ints = {LinkLabel.MAX_LENGTH, LinkLabel.MAX_LENGTH + 1})
  void labels_are_cut(int length) {
    Link link = link("<a href='https://a.example'>" + "x".repeat(length) + "</a>");
    assertEquals(LinkLabel.MAX_LENGTH, link.label().length());
  }

  @Test
  void html_over_a_limit_is_not_shown_and_the_mail_says_so() {
    for (String bomb : HtmlBombs.all(40_000).values()) {
      RenderedMail mail = RenderedMail.of("see https://a.example", bomb);
      assertEquals(mail.html() == null, mail.htmlUnreadable());
      assertTrue(mail.html() == null || mail.html().length() <= BoundedHtml.MAX_CHARACTERS);
    }
    RenderedMail over = RenderedMail.of("see https://a.example", "<p>x".repeat(60_000));
    assertTrue(over.htmlUnreadable());
    assertEquals("a.example", over.links().get(0).host());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/\\\\evil.example/x",
        "\\\\/evil.example/x",
        "&#1;https://evil.example",
        "&#x1b; //evil.example",
        "https://evil.example&#31;"
      })
  void an_address_leads_where_a_browser_goes(String href) {
    assertEquals("evil.example", link("<a href='" + href + "'>x</a>").host());
    String based = "<base href='https://bank.example/'><a href='" + href + "'>bank.example</a>";
    assertTrue(link(based).mismatch());
  }

  @ParameterizedTest
  @ValueSource(strings = {"paypal&shy;.com", "pay&#x200b;pal.com", "paypal.&#x2060;com"})
  void a_host_with_invisible_characters_in_a_label_is_a_host(String label) {
    assertTrue(link("<a href='https://evil.example'>" + label + "</a>").mismatch());
  }

  @Test
  void the_host_of_a_link_cannot_be_turned_round() {
    String html = html("<bdo dir=rtl><a href='https://moc.elgoog.it'>x</a></bdo>").html();
    assertTrue(html != null && html.contains("<mark dir=\"ltr\">[moc.elgoog.it]</mark>"), html);
    assertTrue(html != null && !html.contains("bdo"), html);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<p hidden>x</p>", "<a href=//a.example>x</a>"})
  void parts_that_are_taken_out_or_put_in_are_bounded(String part) {
    int most = SafeMarkup.MAX_CHANGES;
    assertFalse(html(part.repeat(most)).htmlUnreadable());
    assertTrue(html(part.repeat(most + 1)).htmlUnreadable());
  }
}
