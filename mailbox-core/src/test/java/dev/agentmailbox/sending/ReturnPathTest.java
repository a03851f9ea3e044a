package dev.agentmailbox.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReturnPathTest {
  private static final String ORGANIZATION = "org_0123456789abcdef";
  private static final String TOKEN = "ghjkmnpqrstvwxyz01";

  @Test
  void a_return_path_names_the_organization_the_send_and_the_recipient() {
    String ofSend = ReturnPath.ofSend(ORGANIZATION, TOKEN, "agents.test");
    assertEquals("bounce+0123456789abcdef" + TOKEN + "@agents.test", ofSend);
    assertEquals(
        Optional.of(new ReturnPath(ORGANIZATION, ofSend, "")),
        ReturnPath.read(ofSend.toUpperCase(Locale.ROOT)));
    String ofRecipient = ofSend.replace("@", "-23456789abcdefghjk@");
    assertEquals(60, ofRecipient.indexOf('@'));
    assertEquals(
        Optional.of(new ReturnPath(ORGANIZATION, ofSend, "23456789abcdefghjk")),
        ReturnPath.read(ofRecipient));
  }

  @Test
  void an_earlier_return_path_names_no_organization() {
    String ofSend = "bounce+0123456789abcdefghjkmnpqrs@agents.test";
    assertEquals(
        Optional.of(new ReturnPath(null, ofSend, "x")),
        ReturnPath.read(ofSend.replace("@", "-x@")));
    assertEquals(
        Optional.of(new ReturnPath(null, "bounce+@a.test", "")), ReturnPath.read("bounce+@a.test"));
    assertEquals(Optional.empty(), ReturnPath.read("bounce@a.test"));
  }
}
