package dev.agentmailbox.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAddressTest {
  private final WebhookAddress addresses =
      WebhookAddress.publicOnly(List.of("agents.example", "api.service.example"));

  // spec Webhooks.2, ErrorCodes.25
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "https://hooks.example.com:8443/",
        "https://hooks.example.com:0/",
        "https://user@hooks.example.com/",
        "https://user:secret@hooks.example.com/",
        "https://@hooks.example.com/",
        "https://hooks.example.com/#part",
        "https://hooks.example.com./",
        "https://single/",
        "https://localhost/",
        "https://a.localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://agents.example/",
        "https://x.agents.example/",
        "https://API.Service.Example/hook",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.0.0.0x1/",
        "https://1.2.3.4/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fd00:ec2::254]/",
        "https://[2606:4700::1111]/",
        "https://[fe80::1%25eth0]/",
        "https://b\u00fccher.example.com/",
        "https://hooks_1.example.com/",
        "https://-hooks.example.com/",
        "https://hooks..example.com/",
        "https://hooks.example.com\\@127.0.0.1/",
        "https:///path",
        "https:hooks.example.com",
        "//hooks.example.com/",
        "https://hooks.example.com/a b",
        "https://hooks.example.com/\r\nHost: x",
        "https://%6c%6f%63%61%6c/",
        "javascript:alert(1)",
        ""
      })
  void an_address_that_is_not_a_public_https_host_is_refused(String url) {
    MailboxException refused =
        assertThrows(MailboxException.class, () -> addresses.check(url), url);
    assertEquals(ErrorCode.WEBHOOK_TARGET_FORBIDDEN, refused.code());
  }

  @Test
  void an_address_is_rebuilt_from_what_was_checked() {
    assertEquals("https://hooks.example.com/", addresses.check("HTTPS://Hooks.Example.COM"));
    assertEquals(
        "https://hooks.example.com/a?b=c", addresses.check("https://hooks.example.com:443/a?b=c"));
    assertEquals(
        "https://xn--bcher-kva.example/", addresses.check("https://xn--bcher-kva.example/"));
    assertEquals(
        "https://notagents.example/%2e%2e/x",
        addresses.check("https://notagents.example/%2e%2e/x"));
  }

  @Test
  void the_development_switch_allows_local_addresses() {
    WebhookAddress local = WebhookAddress.everything();
    assertEquals("http://127.0.0.1:9000/hook", local.check("http://127.0.0.1:9000/hook"));
    assertEquals("http://localhost/", local.check("http://localhost"));
    assertThrows(MailboxException.class, () -> local.check("file:///etc/passwd"));
    assertThrows(MailboxException.class, () -> local.check("http://user@localhost/"));
  }
}
