package dev.agentmailbox.http.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-24T02:09:27.123999Z, 2026-11-24T02:09:27Z, 2026-11-24T02:09:27.123Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z, 1969-12-31T23:59:59Z, 1969-12-31T23:59:59.999Z",
    "2000-02-29T23:59:59Z, 2000-02-29T23:59:59Z, 2000-02-29T23:59:59.000Z",
    "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z, 0000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z, 9999-12-31T23:59:59.000Z",
    "+10000-01-01T00:00:00Z, +10000-01-01T00:00:00Z, +10000-01-01T00:00:00.000Z"
  })
  void aTimeIsWrittenInUtcAndRoundedDown(Instant time, String seconds, String milliseconds) {
    assertEquals(seconds, Timestamps.seconds(time));
    assertEquals(milliseconds, Timestamps.milliseconds(time));
  }

  @Test
  void everyTimeIsWrittenAsTheFormatterOfTheJdkDoes() {
    DateTimeFormatter formatter =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    Random random = new Random(1);
    long end = Instant.parse("+12000-01-01T00:00:00Z").getEpochSecond();
    for (int i = 0; i < 10_000; i++) {
      long second = (long) ((random.nextDouble() * 1.2 - 0.2) * end);
      Instant time = Instant.ofEpochSecond(second, random.nextInt(1_000_000_000));
      assertEquals(formatter.format(time), Timestamps.milliseconds(time));
    }
  }
}
