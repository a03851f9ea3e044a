package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PercentTest {
  @Test
  void characters_beyond_ascii_are_not_cut_to_their_low_byte() {
    assertTrue(Percent.decode("\u0141").isEmpty());
    assertTrue(Percent.decode("%41\u0141").isEmpty());
    assertTrue(Percent.decode("\u0080").isEmpty());
    assertEquals(Optional.of("\u007fA"), Percent.decode("\u007f%41"));
  }
}
