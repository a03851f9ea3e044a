package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann@example.com",
        "\"odd user\"@example.com",
        "\"a<b\"@example.com",
        "\"a\\\"> b\"@example.com",
        "\u7528\u6237@example.com",
      })
  void an_address_that_a_send_accepts_can_be_handed_over(String address) {
    assertTrue(AddressCheck.isRecipient(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "odd user@example.com",
        "a@example.com> SIZE=1",
        "a>b@example.com",
        "\"a\"@example.com> X",
        "\"a\" b\"@example.com",
        "\"a@example.com",
        "\"a\r\nb\"@example.com",
        "\"a\\\nb\"@example.com",
        "a\u2028@example.com",
        "a\u0085@example.com",
        "a\ud800@example.com",
      })
  void no_address_ends_its_brackets_or_its_line(String address) {
    assertFalse(AddressCheck.isRecipient(address));
  }
}
