package dev.agentmailbox.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdPrefixTest {
  @Test
  void every_kind_has_a_prefix_of_its_own() {
    long different = Arrays.stream(IdPrefix.values()).map(IdPrefix::text).distinct().count();
    assertEquals(IdPrefix.values().length, different);
  }

  // spec Identifiers.2, Identifiers.3, Identifiers.4, Identifiers.5, Identifiers.6, Identifiers.7
  // spec Identifiers.8, Identifiers.9
  @Test
  void the_prefixes_are_those_of_the_specification_and_four_more() {
    String texts =
        Arrays.stream(IdPrefix.values()).map(IdPrefix::text).collect(Collectors.joining(" "));
    assertEquals(
        "org pod thr msg out evt req wle drf att whk key apr dlv usr cod inv pky cli gra rul",
        texts);
  }

  @Test
  void only_the_exact_shape_matches() {
    assertTrue(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6v"));
    assertFalse(IdPrefix.THREAD.matches("msg_01jd2x4m7q8r5t6v"), "another kind");
    assertFalse(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6"), "too short");
    assertFalse(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6v0"), "too long");
    assertFalse(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6V"), "upper case");
    assertFalse(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6u"), "not a Crockford letter");
    assertFalse(IdPrefix.MESSAGE.matches("msg_01jd2x4m7q8r5t6v\n"), "a line end");
    assertFalse(IdPrefix.MESSAGE.matches(""));
  }
}
