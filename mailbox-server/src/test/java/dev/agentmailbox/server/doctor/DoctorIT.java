package dev.agentmailbox.server.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.dns.TestDns;
import dev.agentmailbox.server.doctor.Finding.Level;
import dev.agentmailbox.server.net.AddressGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DoctorIT {
  @TempDir static Path directory;
  private static List<DkimKey> keys;

  private TestDns dns;

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = new DkimKeys(directory, "s1").loadOrMake();
  }

  @BeforeEach
  void start() throws IOException {
    dns = new TestDns();
  }

  @AfterEach
  void stop() {
    dns.close();
  }

  private static Sender sender(Sender.Way way) {
    return new Sender("mail.a.test", List.of(), way, List.of("a.test"), keys);
  }

  private List<Finding> findings() {
    return new Doctor(dns.client(), AddressGuard.PUBLIC_ONLY, sender(Sender.Way.DIRECT)).look();
  }

  private Map<String, Level> levels() {
    return findings().stream()
        .collect(Collectors.toMap(Finding::what, Finding::level, (a, b) -> a.isFine() ? b : a));
  }

  private Finding finding(String what) {
    return findings().stream().filter(f -> f.what().equals(what)).findFirst().orElseThrow();
  }

  private void publish(String name, String record) {
    int half = Math.min(200, record.length());
    dns.text(name, record.substring(0, half), record.substring(half));
  }

  private void publishAll() throws IOException {
    dns.address("mail.a.test", "1.1.1.1").reverse("1.1.1.1", "mail.a.test");
    dns.mx("a.test", 10, "mail.a.test").text("a.test", "v=spf1 mx -all");
    dns.text("mail.a.test", "v=spf1 a -all");
    for (DkimKey key : keys) {
      String record = key.record();
      int half = Math.min(200, record.length());
      dns.text(
          key.selector() + "._domainkey.a.test", record.substring(0, half), record.substring(half));
    }
    dns.text("_dmarc.a.test", "v=DMARC1; p=quarantine");
  }

  @Test
  void everything_published_leaves_nothing_to_do() throws IOException {
    publishAll();
    assertEquals(
        Map.of(
            "address mail.a.test", Level.OK,
            "PTR 1.1.1.1", Level.OK,
            "SPF mail.a.test", Level.OK,
            "MX a.test", Level.OK,
            "SPF a.test", Level.OK,
            "DKIM s1._domainkey.a.test", Level.OK,
            "DKIM s1-ed25519._domainkey.a.test", Level.OK,
            "DMARC a.test", Level.OK,
            "MTA-STS _mta-sts.a.test", Level.OPTIONAL,
            "TLS-RPT _smtp._tls.a.test", Level.OPTIONAL),
        levels());
  }

  @Test
  void nothing_published_is_all_missing() {
    Map<String, Level> levels = levels();
    assertEquals(Level.MISSING, levels.get("address mail.a.test"));
    for (String what :
        List.of("MX a.test", "SPF a.test", "DKIM s1._domainkey.a.test", "DMARC a.test")) {
      assertEquals(Level.MISSING, levels.get(what), what);
    }
  }

  @Test
  void what_is_wrong_is_told() throws IOException {
    dns.address("mail.a.test", "1.1.1.1").address("mail.a.test", "10.0.0.1");
    dns.reverse("1.1.1.1", "host-1.provider.test");
    dns.mx("a.test", 10, "nowhere.a.test").text("a.test", "v=spf1 ip4:8.8.8.0/24 -all");
    dns.text("s1._domainkey.a.test", "v=DKIM1; k=rsa; p=");
    publish("s1-ed25519._domainkey.a.test", keys.get(0).record());
    dns.text("_dmarc.a.test", "v=DMARC1; p=none").text("_dmarc.a.test", "v=DMARC1; p=reject");
    Map<String, Level> levels = levels();
    for (String what :
        List.of(
            "address mail.a.test",
            "PTR 1.1.1.1",
            "MX a.test",
            "SPF a.test",
            "DKIM s1._domainkey.a.test",
            "DKIM s1-ed25519._domainkey.a.test",
            "DMARC a.test")) {
      assertEquals(Level.WRONG, levels.get(what), what);
    }
  }

  @Test
  void an_open_spf_and_two_of_them_are_wrong() throws IOException {
    publishAll();
    dns.text("a.test", "v=spf1 +all");
    assertEquals(Level.WRONG, levels().get("SPF a.test"));
    dns.clear();
    dns.text("a.test", "v=spf1 mx +all");
    assertEquals(Level.WRONG, levels().get("SPF a.test"));
  }

  @ParameterizedTest
  @CsvSource({
    "v=spf1 include:b.test -all, v=spf1 ip4:1.1.1.1 -all, ok",
    "v=spf1 include:b.test -all, v=spf1 ip4:8.8.8.8 -all, not allowed",
    "v=spf1 include:b.test -all, v=spf1 ~ip4:1.1.1.1 -all, not allowed",
    "v=spf1 include:b.test -all, v=spf1 include:d.test -all, ok",
    "v=spf1 include:b.test -all, v=spf1 include:b.test -all, error",
    "v=spf1 include:c.test -all, v=spf1 ip4:1.1.1.1 -all, error",
    "v=spf1 include:e.test -all, v=spf1 ip4:1.1.1.1 -all, error",
    "v=spf1 include:b.test, v=spf1 ipv4:1.1.1.1 -all, error",
    "v=spf1 redirect=b.test, v=spf1 ip4:1.1.1.0/24 -all, ok",
    "v=spf1 redirect=b.test, v=spf1 ip4:8.8.8.8 -all, not allowed",
    "v=spf1 redirect=c.test, v=spf1 ip4:1.1.1.1 -all, error",
    "v=spf1 ip4:8.8.8.8 redirect=b.test -all, v=spf1 ip4:1.1.1.1 -all, not allowed",
    "v=spf1 a:near.test -all, '', not allowed",
    "v=spf1 a:near.test/24 -all, '', ok",
    "v=spf1 mx:near.test/24 -all, '', ok",
    "v=spf1 a:gone.test mx:gone.test -all, '', not allowed",
    "v=spf1 a:gone.test mx:gone.test a:c.test ip4:1.1.1.1 -all, '', error",
    "v=spf1 ?ip4:1.1.1.1 -all, '', not allowed",
    "v=spf1 ~ip4:1.1.1.1 -all, '', not allowed",
    "v=spf1 -ip4:1.1.1.1 +ip4:1.1.1.0/24 -all, '', not allowed",
    "v=spf1 +ip4:1.1.1.1 -all, '', ok",
    "v=spf1 ip4:8.8.8.8, '', not allowed",
    "v=spf1 ip4:1.1.1.1 nonsense -all, '', error",
    "v=spf1 exists:%{i}.known.test -all, '', ok",
    "v=spf1 exists:%{l}.%{d}.known.test -all, '', ok",
    "v=spf1 exists:%{h}.known.test -all, '', not allowed",
    "v=spf1 include:fails.test -all, '', unknown"
  })
  void an_spf_record_is_judged_as_receivers_do(String own, String other, String verdict)
      throws IOException {
    dns.address("mail.a.test", "1.1.1.1").address("near.test", "1.1.1.9");
    dns.text("a.test", own).text("b.test", other).text("d.test", "v=spf1 a:mail.a.test -all");
    dns.text("e.test", "v=spf1 ip4:1.1.1.1 -all").text("e.test", "v=spf1 ip4:8.8.8.8 -all");
    dns.mx("near.test", 10, "near.test").fails("fails.test");
    dns.address("1.1.1.1.known.test", "127.0.0.2");
    dns.address("postmaster.a.test.known.test", "127.0.0.2");
    assertEquals(verdict, verdict(finding("SPF a.test")));
  }

  private static String verdict(Finding finding) {
    String words = finding.words();
    return switch (finding.level()) {
      case OK -> words.equals("allows 1.1.1.1 to send") ? "ok" : words;
      case UNKNOWN -> words.endsWith("try again later") ? "unknown" : words;
      case WRONG ->
          words.equals("does not allow 1.1.1.1 to send; add it")
              ? "not allowed"
              : words.startsWith("is invalid for receivers") ? "error" : words;
      default -> words;
    };
  }

  @ParameterizedTest
  @CsvSource({"10, ok", "11, error"})
  void an_spf_record_needs_at_most_ten_lookups(int lookups, String verdict) throws IOException {
    dns.address("mail.a.test", "1.1.1.1").address("b.test", "8.8.8.8");
    dns.text("a.test", "v=spf1" + " a:b.test".repeat(lookups - 1) + " a:mail.a.test -all");
    assertEquals(verdict, verdict(finding("SPF a.test")));
  }

  @Test
  void name_servers_without_an_answer_are_no_verdict() {
    dns.fails("a.test").fails("mail.a.test").fails("_dmarc.a.test");
    Map<String, Level> levels = levels();
    assertEquals(Level.UNKNOWN, levels.get("MX a.test"));
    assertEquals(Level.UNKNOWN, levels.get("DMARC a.test"));
    assertEquals(Level.MISSING, levels.get("DKIM s1._domainkey.a.test"));
  }

  @Test
  void a_name_server_that_does_not_answer_is_asked_once() throws IOException {
    publishAll();
    dns.silent("mail.a.test");
    List<Finding> findings = findings();
    assertEquals(Set.of("mail.a.test. A", "mail.a.test. AAAA"), Set.copyOf(dns.questions));
    assertEquals("address mail.a.test", findings.get(0).what());
    assertTrue(
        findings.get(0).words().contains("the name server does not answer: "), findings::toString);
    assertEquals(
        Set.of(Level.UNKNOWN), findings.stream().map(Finding::level).collect(Collectors.toSet()));
    assertTrue(findings.size() > 5, findings::toString);
  }

  @Test
  void a_name_server_that_answers_some_names_is_asked_for_all() throws IOException {
    publishAll();
    dns.silent("a.test");
    Map<String, Level> levels = levels();
    assertEquals(Level.UNKNOWN, levels.get("MX a.test"));
    assertEquals(Level.OK, levels.get("DMARC a.test"));
  }

  @ParameterizedTest
  @CsvSource({
    "DIRECT, mail.a.test, v=spf1 a -all, v=spf1 mx -all",
    "DIRECT, a.test, v=spf1 a mx -all, v=spf1 a mx -all",
    "RELAY, a.test, v=spf1 mx include:<your relay's SPF name> -all, ''",
    "RELAY, mail.a.test, '', v=spf1 mx include:<your relay's SPF name> -all",
  })
  void a_name_has_one_spf_record(Sender.Way way, String host, String ofHost, String ofDomain) {
    Sender sender = new Sender(host, List.of(), way, List.of("a.test"), keys);
    String text = RecordList.text(sender);
    List<String> names =
        text.lines()
            .filter(line -> line.contains("\"v=spf1"))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .toList();
    assertEquals(Set.copyOf(names).size(), names.size(), text);
    for (String record : List.of(ofHost, ofDomain)) {
      assertTrue(record.isEmpty() || text.contains("\"" + record + "\""), text);
    }
  }

  @Test
  void the_records_can_be_pasted_into_a_zone() {
    String text = RecordList.text(sender(Sender.Way.DIRECT));
    assertTrue(text.contains("a.test. IN MX 10 mail.a.test.\n"), text);
    assertTrue(text.contains("a.test. IN TXT \"v=spf1 mx -all\"\n"), text);
    assertTrue(text.contains("s1._domainkey.a.test. IN TXT ( \"v=DKIM1; k=rsa; p="), text);
    assertTrue(
        text.contains(
            "s1-ed25519._domainkey.a.test. IN TXT \"v=DKIM1; k=ed25519; p="
                + keys.get(1).published()
                + "\"\n"),
        text);
    assertTrue(text.contains("_dmarc.a.test. IN TXT \"v=DMARC1; p=quarantine\"\n"), text);
    for (String line : text.split("\n")) {
      assertTrue(line.length() < 320, line);
    }
    assertTrue(RecordList.text(sender(Sender.Way.RELAY)).contains("include:"));
  }
}
