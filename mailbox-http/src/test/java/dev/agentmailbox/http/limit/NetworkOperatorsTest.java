package dev.agentmailbox.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkOperatorsTest {
  private static final NetworkOperators TABLE =
      NetworkOperators.of(
          List.of(
              "# who runs what",
              "",
              "192.0.2.0/24 AS64500",
              "192.0.2.128/25\tAS64501  Example Networks",
              "2001:db8::/32 AS64502"));

  private static String operator(NetworkOperators table, String address) {
    return table.of(AddressRange.literal(address));
  }

  @Test
  void the_longest_prefix_names_the_operator() {
    assertEquals("AS64500", operator(TABLE, "192.0.2.1"));
    assertEquals("AS64501  Example Networks", operator(TABLE, "192.0.2.200"));
    assertEquals("AS64502", operator(TABLE, "2001:db8:1::1"));
  }

  @Test
  void an_address_nobody_names_counts_with_its_neighbours() {
    assertEquals("198.51.0.0/16", operator(TABLE, "198.51.100.7"));
    assertEquals("198.51.0.0/16", operator(NetworkOperators.NONE, "198.51.1.1"));
    assertEquals(
        operator(NetworkOperators.NONE, "2001:db9:1::1"),
        operator(NetworkOperators.NONE, "2001:db9:2::1"));
  }

  @Test
  void a_line_that_cannot_be_read_is_named() {
    assertEquals(
        "line 2: not an address range",
        assertThrows(
                IllegalArgumentException.class,
                () -> NetworkOperators.of(List.of("192.0.2.0/24 A", "example.com B")))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> NetworkOperators.of(List.of("192.0.2.0/24")));
  }
}
