package dev.agentmailbox.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlacesTest {
  @Test
  void a_holder_gets_so_many_and_not_one_more() {
    Places<String> places = new Places<>(2);
    assertTrue(places.take("a"));
    assertTrue(places.take("a"));
    assertFalse(places.take("a"));
    assertTrue(places.take("b"));
    places.free("a");
    assertTrue(places.take("a"));
    assertFalse(places.take("a"));
  }

  @Test
  void who_gave_everything_back_holds_nothing() {
    Places<String> places = new Places<>(1);
    assertTrue(places.take("a"));
    places.free("a");
    places.free("a");
    assertEquals(0, places.of("a"));
    assertTrue(places.take("a"));
    assertFalse(places.take("a"));
  }
}
