package dev.agentmailbox.store.jdbc.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.store.jdbc.sql.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of before are read as they were meant. */
class SendDetailsTest {
  private static SendDetails written(boolean resent) {
    String recipients =
        """
        {"address":"a@x.test","role":"TO","status":"SENT","updatedAt":"2026-01-01T00:00:00Z"},
        {"address":"b@x.test","role":"TO","status":"PENDING","updatedAt":"2026-01-01T00:00:00Z"}
        """;
    return Json.read(
        """
        {"recipients":[%s],"flags":[],"reasons":[],"rfcMessageId":"<1@x>","contentHash":"0",
        "size":1,"labels":[],"resent":%s}
        """
            .formatted(recipients, resent),
        SendDetails.class);
  }

  @Test
  void a_resend_that_was_noted_of_the_send_is_noted_of_each_open_recipient() {
    assertEquals(
        List.of(false, true),
        written(true).recipients().stream().map(SendRecipient::resent).toList());
  }

  @Test
  void a_recipient_written_before_attempts_were_counted_has_none() {
    assertEquals(
        List.of(0, 0), written(false).recipients().stream().map(SendRecipient::attempts).toList());
    assertEquals(
        List.of(false, false),
        written(false).recipients().stream().map(SendRecipient::resent).toList());
  }
}
