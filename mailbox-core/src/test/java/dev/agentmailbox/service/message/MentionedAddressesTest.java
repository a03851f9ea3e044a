package dev.agentmailbox.service.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MessageBody;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses in the text of mail, as people write and hide them. */
class MentionedAddressesTest {
  private static final String EVE = MentionedAddresses.word("eve@evil.example");

  private static Set<String> words(@Nullable String text, @Nullable String html) {
    return MentionedAddresses.words(
        new MessageBody(List.of(), text, html, null, null, Map.of(), null));
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
    String word = MentionedAddresses.word("eve@xn--evl-0ma.example");
    assertTrue(words("eve@ev\u00efl.example", null).contains(word));
  }

  @Test
  void a_word_of_the_index_is_no_word_of_people() {
    assertEquals(List.of(), SearchWords.ofQuery("@"));
    assertEquals(List.of("any"), SearchWords.ofQuery(MentionedAddresses.ANY));
    assertEquals(32, EVE.length());
  }

  @Test
  void fifty_addresses_are_noted_and_more_are_said() {
    String fifty = addresses(50);
    assertEquals(50, words(fifty, null).size());
    assertFalse(words(fifty, null).contains(MentionedAddresses.ANY));
    Set<String> more = words(fifty + " x@y.example", null);
    assertEquals(51, more.size());
    assertTrue(more.contains(MentionedAddresses.ANY));
  }

  @Test
  void a_long_text_may_name_any_address() {
    assertFalse(words(" ".repeat(64 * 1024), null).contains(MentionedAddresses.ANY));
    assertTrue(words(" ".repeat(64 * 1024 + 1), null).contains(MentionedAddresses.ANY));
    assertTrue(words(null, " ".repeat(64 * 1024 + 1)).contains(MentionedAddresses.ANY));
  }

  @Test
  void hostile_text_takes_linear_time() {
    for (String part : List.of("@", "a@", "[", "( at", "<", "&#", "at ", ".", "%40", "\u200b")) {
      assertTrue(
          words(part.repeat(60_000 / part.length()), part.repeat(60_000 / part.length())).size()
              <= 51);
    }
  }

  private static String addresses(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "a" + i + "@b.example")
        .collect(Collectors.joining(", "));
  }
}
