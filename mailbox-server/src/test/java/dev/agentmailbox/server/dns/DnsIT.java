package dev.agentmailbox.server.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.server.dns.DnsException.Reason;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;

final class DnsIT {
  @AutoClose private TestDns server;
  private Dns dns;

  @BeforeEach
  void start() throws Exception {
    server = new TestDns();
    dns = server.client();
  }

  @Test
  void records_are_read_and_kept() throws Exception {
    server.mx("a.test", 10, "MX1.a.test").mx("a.test", 20, "mx2.a.test");
    assertEquals(
        Set.of(new MailHost(10, "mx1.a.test"), new MailHost(20, "mx2.a.test")),
        Set.copyOf(dns.mailHosts("a.test")));
    server.clear();
    assertEquals(2, dns.mailHosts("a.test").size(), "kept as long as it says");
    assertEquals(1, server.questions.size());
  }

  @Test
  void an_ipv4_address_comes_before_an_ipv6_one() throws Exception {
    server.address("h.test", "2001:db8::1").address("h.test", "192.0.2.1");
    assertEquals(
        List.of(InetAddress.getByName("192.0.2.1"), InetAddress.getByName("2001:db8::1")),
        dns.addresses("h.test").stream().map(DnsIT::nameless).toList());
  }

  @Test
  void aliases_are_followed() throws Exception {
    server
        .add(
            new CNAMERecord(
                Name.fromConstantString("alias.test."),
                DClass.IN,
                300,
                Name.fromConstantString("real.test.")))
        .address("real.test", "192.0.2.7");
    assertEquals(
        List.of(InetAddress.getByName("192.0.2.7")),
        dns.addresses("alias.test").stream().map(DnsIT::nameless).toList());
  }

  @Test
  void the_strings_of_a_text_are_one() throws Exception {
    server.text("t.test", "v=DKIM1; p=abc", "def");
    assertEquals(List.of("v=DKIM1; p=abcdef"), dns.texts("t.test"));
    server.reverse("192.0.2.1", "Mail.t.test");
    assertEquals(List.of("mail.t.test"), dns.namesOf(InetAddress.getByName("192.0.2.1")));
  }

  @Test
  void no_records_no_name_and_no_answer_are_told_apart() throws Exception {
    server.text("t.test", "x").fails("broken.test").silent("slow.test");
    assertEquals(List.of(), dns.mailHosts("t.test"));
    assertEquals(Reason.NO_SUCH_NAME, reason("none.test"));
    assertEquals(Reason.NO_SUCH_NAME, reason("a..b"));
    assertEquals(Reason.NOT_NOW, reason("broken.test"));
    assertEquals(Reason.NOT_NOW, reason("slow.test"));
  }

  private Reason reason(String name) {
    return assertThrows(DnsException.class, () -> dns.mailHosts(name)).reason();
  }

  private static InetAddress nameless(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress());
    } catch (java.net.UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
