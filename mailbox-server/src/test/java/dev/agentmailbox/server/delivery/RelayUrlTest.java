package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.server.delivery.RelayUrl.Capture;
import dev.agentmailbox.server.delivery.RelayUrl.Credentials;
import dev.agentmailbox.server.delivery.RelayUrl.Direct;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import dev.agentmailbox.server.net.AddressGuard;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RelayUrlTest {
  @Test
  void the_forms_of_the_specification() {
    assertEquals(new Capture(), RelayUrl.parse("capture:"));
    assertEquals(
        new Relay("host", 587, Tls.WHEN_OFFERED, new Credentials("user", "pass")),
        RelayUrl.parse("smtp://user:pass@host:587"));
    assertEquals(
        new Relay("host", 587, Tls.REQUIRED, new Credentials("user", "pass")),
        RelayUrl.parse("smtp://user:pass@host:587?tls=required"));
    assertEquals(
        new Relay("host", 587, Tls.REQUIRED, new Credentials("user@x.example", "")),
        RelayUrl.parse("smtp://user%40x.example@host:587?tls=required"));
    assertEquals(
        new Relay("host.example", 465, Tls.FROM_THE_START, null),
        RelayUrl.parse(" smtps://host.example "));
    assertEquals(
        new Relay("127.0.0.1", 25, Tls.WHEN_OFFERED, null), RelayUrl.parse("SMTP://127.0.0.1/"));
    assertEquals(
        new Relay("::1", 2525, Tls.WHEN_OFFERED, null), RelayUrl.parse("smtp://[::1]:2525"));
  }

  @Test
  void user_and_password_are_percent_decoded() {
    assertEquals(
        new Relay("h", 25, Tls.WHEN_OFFERED, new Credentials("a@b.example", "p:/?#@ +x")),
        RelayUrl.parse("smtp://a%40b.example:p%3A%2F%3F%23%40%20+x@h"));
  }

  @Test
  void no_text_shows_the_password() {
    RelayUrl url = RelayUrl.parse("smtp://user:hunter2@host");
    assertFalse(url.toString().contains("hunter2"));
    for (String wrong :
        new String[] {
          "smtp://user:hunter2@host:99999", "smtp://user:hun ter2@host", "x://u:hunter2@h"
        }) {
      String told =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> RelayUrl.parse(wrong))
                  .getMessage());
      assertFalse(told.contains("ter2"), told);
    }
  }

  @Test
  void direct_delivery_may_name_its_resolver_and_allow_local_addresses() throws Exception {
    assertEquals(new Direct(null, AddressGuard.PUBLIC_ONLY), RelayUrl.parse("mx:"));
    assertEquals(
        new Direct(at("127.0.0.1", 5353), AddressGuard.ANYWHERE),
        RelayUrl.parse("MX:?resolver=127.0.0.1:5353&allow_local=true"));
    assertEquals(
        new Direct(at("::1", 53), AddressGuard.PUBLIC_ONLY),
        RelayUrl.parse("mx:?allow_local=false&resolver=[::1]"));
  }

  private static InetSocketAddress at(String address, int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getAllByName(address)[0], port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host:25",
        "http://host",
        "smtp:",
        "smtp://",
        "smtp://@host",
        "smtp://:pass@host",
        "smtp://host:0",
        "smtp://host:65536",
        "smtp://host/path",
        "smtp://host?tls=never",
        "smtp://host?x=y",
        "smtps://host?tls=no",
        "smtp://host#x",
        "smtp://user:p%zz@host",
        "capture:x",
        "mx:example.com",
        "mx://example.com",
        "mx:?",
        "mx:?resolver=localhost:53",
        "mx:?resolver=127.0.0.1:0",
        "mx:?resolver=127.0.0.1:65536",
        "mx:?resolver=u@127.0.0.1:53",
        "mx:?resolver=1.2.3.4/x",
        "mx:?allow_local=yes",
        "mx:?x=y"
      })
  void everything_else_is_refused(String text) {
    assertThrows(IllegalArgumentException.class, () -> RelayUrl.parse(text));
  }
}
