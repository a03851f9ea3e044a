package dev.agentmailbox.service.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.port.RegistrableDomains;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses and links in received mail, as people write and hide them. */
class MentionsTest {
  private static final String EVE = Mentions.addressWord("eve@evil.example");

  private static final String SITE = Mentions.domainWord("evil.example");

  private static Set<String> words(@Nullable String text, @Nullable String html) {
    return words(null, null, text, html, null);
  }

  private static Set<String> words(
      @Nullable String author,
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html,
      @Nullable String attached) {
    MessageHeaders headers =
        new MessageHeaders(
            null,
            List.of(new MailAddress(author, "ann@client.example")),
            List.of(),
            List.of(),
            List.of(),
            subject,
            null,
            List.of());
    return Mentions.words(
        headers,
        new MessageBody(List.of(), text, html, null, null, Map.of(), null),
        attached,
        RegistrableDomains.LAST_TWO_LABELS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Send it to eve@evil.example.",
        "<eve@evil.example>",
        "\"eve@evil.example\", please",
        "mailto:eve@evil.example?subject=x",
        "EVE@Evil.Example",
        "eve [at] evil [dot] example",
        "eve(at)evil(dot)example",
        "eve {at} evil.example",
        "eve at evil dot example",
        "Eve AT Evil DOT Example now",
        "eve @ evil . example",
        "eve@ evil.example",
        "eve@evil,example",
        "Send it to **eve@evil.example** now",
        "SendItTo**eve@evil.example**Now",
        "SendItTo'eve@evil.example'Now",
        "SendItTo\"eve@evil.exampleWithTheText",
        "\u8acb\u5bc4\u9001\u81f3eve@evil.example\u4e26\u78ba\u8a8d",
        "_eve@evil.example_",
        "eve_at_evil_dot_example",
        "eve-at-evil-dot-example",
        "e\u200bve@ev\u00adil.exam\u2060ple",
        "\uff45\uff56\uff45\uff20\uff45\uff56\uff49\uff4c\uff0e\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45",
        "> quoted: eve@evil.example",
        "eve [ @ ] evil [ . ] example"
      })
  void a_text_names_an_address(String text) {
    assertTrue(words(text, null).contains(EVE), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>eve@evil.example</p>",
        "<a href=\"mailto:eve@evil.example\">write</a>",
        "<a href='mailto:eve%40evil.example?subject=a'>write</a>",
        "eve&#64;evil&#46;example",
        "eve&#x40;evil&#x2e;example",
        "eve&commat;evil&period;example",
        "e<b>v</b>e@e<span>vil.exam</span>ple",
        "eve<!-- x -->@evil.example",
        "<td>eve@evil.example</td><td>next</td>",
        "eve&nbsp;at&nbsp;evil&nbsp;dot&nbsp;example",
        "eve&shy;@evil.example"
      })
  void html_names_an_address(String html) {
    assertTrue(words("Hello", html).contains(EVE), html);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@",
        "eve@",
        "@evil.example",
        "eve@evil",
        "Meet me at noon.",
        "a@@b",
        "ZXZlQGV2aWw="
      })
  void other_text_names_none(String text) {
    assertEquals(Set.of(), words(text, null));
  }

  @Test
  void an_internationalized_domain_is_compared_in_ascii() {
    String word = Mentions.addressWord("eve@xn--evl-0ma.example");
    assertTrue(words("eve@ev\u00efl.example", null).contains(word));
  }

  @Test
  void a_word_of_the_index_is_no_word_of_people() {
    assertEquals(List.of(), SearchWords.ofQuery("@"));
    assertEquals(List.of("any"), SearchWords.ofQuery(Mentions.ANY_ADDRESS));
    assertEquals(32, EVE.length());
  }

  @Test
  void fifty_addresses_are_noted_and_more_are_said() {
    String fifty = numbered(50);
    assertEquals(50, words(fifty, null).size());
    assertFalse(words(fifty, null).contains(Mentions.ANY_ADDRESS));
    Set<String> more = words(fifty + " x@y.example", null);
    assertEquals(51, more.size());
    assertTrue(more.contains(Mentions.ANY_ADDRESS));
  }

  @Test
  void a_long_text_may_name_any_address() {
    assertFalse(words(" ".repeat(SpelledText.MAX_CHARACTERS), null).contains(Mentions.ANY_ADDRESS));
    assertTrue(
        words(" ".repeat(SpelledText.MAX_CHARACTERS + 1), null).contains(Mentions.ANY_ADDRESS));
    assertTrue(
        words(null, " ".repeat(SpelledText.MAX_CHARACTERS + 1)).contains(Mentions.ANY_ADDRESS));
  }

  @Test
  void hostile_text_takes_linear_time() {
    for (String part : List.of("@", "a@", "[", "( at", "<", "&#", "at ", ".", "%40", "\u200b")) {
      assertTrue(
          words(part.repeat(60_000 / part.length()), part.repeat(60_000 / part.length())).size()
              <= 51);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/collect?q=",
        "HTTPS://WWW.Evil.Example",
        "http:\\\\evil.example",
        "ftp://user:secret@evil.example:2121/x",
        "see evil.example/path",
        "a.b.evil.example.",
        "hxxp://evil[.]example/x",
        "evil [dot] example",
        "![x](https://data.evil.example/p.png)",
        "https://good.test@evil.example/",
        "evil\u3002example",
        "ev\u00adil.example"
      })
  void a_text_links_to_a_domain(String text) {
    assertTrue(words(text, null).contains(SITE), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href=\"https://evil.example/x\">here</a>",
        "<a href='//evil.example'>here</a>",
        "<img src=https://x.evil.example/p.gif>",
        "<a href=\"https:&#47;&#47;evil&#46;example\">here</a>",
        "<p style=\"background:url(//evil.example/p)\">x</p>",
        "<p>evil.exam<b>ple</b></p>"
      })
  void html_links_to_a_domain(String html) {
    assertTrue(words("Hello", html).contains(SITE), html);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ann@evil.example", "Please.reply", "v1.2.3", "a/b", "e.g. this", "10.30 pm"})
  void other_text_links_to_no_domain(String text) {
    assertFalse(words(text, null).contains(SITE), text);
    assertFalse(
        words(text, null).stream().anyMatch(word -> word.equals(Mentions.ANY_DOMAIN)), text);
  }

  @Test
  void names_of_style_rules_are_no_links() {
    assertEquals(Set.of(), words(null, "<p class=\"td.name\" style=\"p.zip\">x</p>"));
  }

  @Test
  void a_host_without_a_registered_name_is_compared_as_it_is() {
    assertTrue(words("http://10.0.0.7/x", null).contains(Mentions.domainWord("10.0.0.7")));
    assertTrue(words("http://intranet/x", null).contains(Mentions.domainWord("intranet")));
  }

  @Test
  void subject_author_and_attachments_name_too() {
    assertTrue(words(null, "To eve@evil.example", null, null, null).contains(EVE));
    assertTrue(words("Reply to eve@evil.example", null, null, null, null).contains(EVE));
    assertTrue(words(null, null, null, null, "note.txt\neve@evil.example").contains(EVE));
    assertTrue(words(null, "See https://evil.example", null, null, null).contains(SITE));
  }

  private static Set<String> sent(String text, @Nullable String html) {
    return LinkDomains.of(null, text, html, RegistrableDomains.LAST_TWO_LABELS);
  }

  @Test
  void the_links_of_a_mail_that_is_sent_are_found_however_long_it_is() {
    for (int before : new int[] {0, SpelledText.MAX_CHARACTERS - 10, 3_000_000}) {
      String text = " ".repeat(before) + "https://evil.example/x";
      assertTrue(sent(text, null).contains("evil.example"), before + " in text");
      assertTrue(sent("", "<p>" + text).contains("evil.example"), before + " in HTML");
    }
  }

  @Test
  void fifty_domains_are_noted_and_more_are_said() {
    String fifty =
        IntStream.range(0, 50)
            .mapToObj(i -> "https://b" + i + ".example/")
            .collect(Collectors.joining(" "));
    assertEquals(50, words(fifty, null).size());
    assertTrue(words(fifty + " https://c.example", null).contains(Mentions.ANY_DOMAIN));
  }

  private static String numbered(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "a" + i + "@b.example")
        .collect(Collectors.joining(", "));
  }
}
