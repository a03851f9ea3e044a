package dev.agentmailbox.store.jdbc.transfer.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.agentmailbox.hash.Sha256;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSumTest {
  private static LineSum of(List<String> lines) {
    LineSum sum = new LineSum();
    lines.forEach(line -> sum.add(line.getBytes(UTF_8)));
    return sum;
  }

  @Test
  void it_is_the_sum_of_the_hashes_in_any_order() {
    BigInteger expected = BigInteger.ZERO;
    for (String line : List.of("one", "two", "three")) {
      expected = expected.add(new BigInteger(Sha256.hex(line.getBytes(UTF_8)), 16));
    }
    expected = expected.mod(BigInteger.TWO.pow(256));
    LineSum sum = of(List.of("one", "two", "three"));
    assertEquals("%064x".formatted(expected), sum.hex());
    assertEquals(3, sum.lines());
    assertEquals(sum.hex(), of(List.of("three", "one", "two")).hex());
  }

  @Test
  void a_line_more_less_or_twice_is_another_sum() {
    String sum = of(List.of("one", "two")).hex();
    assertNotEquals(sum, of(List.of("one")).hex());
    assertNotEquals(sum, of(List.of("one", "two", "two")).hex());
    assertNotEquals(sum, of(List.of("one", "Two")).hex());
  }
}
