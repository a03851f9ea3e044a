package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.mail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.sending.SendStatus;
import org.junit.jupiter.api.Test;

/** HTML that its review cannot show as recipients see it. */
class UnfaithfulHtmlTest {
  private static final String HTML =
      "<style>.n{display:none}</style><p>We do <i class=n>not</i> agree";

  private final SendingFixture fixture = new SendingFixture();

  // spec Decisions.2
  @Test
  void it_waits_for_a_human_wherever_a_flag_does() {
    fixture.askForApproval("has_attachments");
    var send = fixture.submit(mail().html(HTML));
    assertEquals(SendStatus.PENDING_APPROVAL, send.status());
    assertTrue(send.flags().contains("html_unfaithful"), send.flags().toString());
  }

  // spec Decisions.2
  @Test
  void it_leaves_with_its_flag_where_no_flag_asks() {
    var send = fixture.submit(mail().html(HTML));
    assertTrue(send.status() != SendStatus.PENDING_APPROVAL);
    assertTrue(fixture.get(send.sendId()).findings().flags().contains("html_unfaithful"));
  }

  // spec Decisions.2
  @Test
  void ordinary_html_has_no_such_flag() {
    fixture.askForApproval("html_unfaithful");
    var send = fixture.submit(mail().html("<p style='color:#333'>We do <i>not</i> agree"));
    assertTrue(send.status() != SendStatus.PENDING_APPROVAL, send.flags().toString());
  }
}
