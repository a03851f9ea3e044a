package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailDatesTest {
  private static final Instant DATE = Instant.parse("2008-06-03T09:05:30Z");

  @Test
  void a_date_is_written_in_utc() {
    assertEquals("Tue, 3 Jun 2008 09:05:30 +0000", MailDates.format(DATE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Tue, 3 Jun 2008 11:05:30 +0200",
        "Tue, 03 Jun 2008 11:05:30 +0200 (CEST)",
        "Tue, 3 Jun 2008 09:05:30 -0000",
        "Tue, 3 Jun 2008 09:05:30 GMT",
        "Tue, 3 Jun 08 09:05:30 UT",
        "Tue, 3 Jun 0108 09:05:30 +0000",
        "3 Jun 2008 05:05:30 EDT",
        "Tue,  3 Jun 2008 09:05:30 +0000",
        "tue, 3 jun 2008 09:05:30 +0000",
        "Mon, 3 Jun 2008 09:05:30 +0000"
      })
  void a_date_is_read_in_the_forms_of_mail_programs(String written) {
    assertEquals(DATE, MailDates.parse(written));
  }

  @Test
  void a_day_behind_the_end_of_its_month_is_one_of_the_next() {
    assertEquals(
        Instant.parse("2008-07-01T09:05:30Z"), MailDates.parse("Tue, 31 Jun 2008 09:05:30 +0000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "Fri, 3 Jun 1960 09:05:30 +0000"})
  void what_is_no_date_of_a_mail_is_not_read(String written) {
    assertNull(MailDates.parse(written));
  }
}
