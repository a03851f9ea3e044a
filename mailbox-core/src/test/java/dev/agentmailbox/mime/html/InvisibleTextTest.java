package dev.agentmailbox.mime.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvisibleTextTest {
  // spec Decisions.15
  @ParameterizedTest
  @ValueSource(
      ints = {
        0xad, 0x34f, 0x600, 0x61c, 0x70f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x180f, 0x200b,
        0x200d, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0x2065, 0x2066, 0x206a, 0x206f, 0x3164,
        0xfe00, 0xfe0d, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1d173, 0xe0001, 0xe0020,
        0xe007f, 0xe0100, 0xe01ef, 0xe0fff
      })
  void what_nothing_shows_is_removed(int point) {
    assertEquals("ab", InvisibleText.removedFrom("a" + Character.toString(point) + "b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "Grüße, 日本語, 한국어, עברית, हिन्दी",
        "\u2764\ufe0f",
        "\u2708\ufe0e",
        "1\ufe0f\u20e3",
        "\u203c\ufe0f",
        "\ud83d\udc41\ufe0f",
        "\u2197\ufe0f"
      })
  void writing_and_emoji_stay(String text) {
    assertSame(text, InvisibleText.removedFrom(text));
  }

  @Test
  void an_emoji_has_one_selector() {
    assertEquals("\u2764\ufe0f", InvisibleText.removedFrom("\u2764\ufe0f\ufe0f\ufe0e\ufe01"));
    assertEquals("1 a", InvisibleText.removedFrom("1\ufe0f a\ufe0f"));
  }
}
