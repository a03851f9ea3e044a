package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPF, DKIM and DMARC together, as they end on a message. */
class MailAuthenticationTest {
  private static final String BODY =
      "To: a@agents.test\r\nSubject: Hi\r\n\r\nHello  there \r\n\r\n";
  private static final String CLIENT = "192.0.2.7";

  private final FakeNames names = new FakeNames();
  private final MailAuthentication authentication =
      new MailAuthentication(
          names, Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC));

  private Evidence check(String sender, String message) {
    RawMessage raw = RawMessage.of(message.getBytes(StandardCharsets.UTF_8));
    Envelope envelope =
        new Envelope(sender, List.of("a@agents.test"), "mx.example.com", CLIENT, false);
    return authentication.check(envelope, new MimeReader().read(raw), raw);
  }

  private Authentication result(String sender, String message) {
    return check(sender, message).authentication();
  }

  private static String from(String value) {
    return "From: " + value + "\r\n" + BODY;
  }

  @Test
  void an_spf_pass_of_the_authors_domain_is_an_aligned_pass() {
    names.txt("example.com", "v=spf1 ip4:192.0.2.0/24 -all");
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject");
    Authentication found = result("bob@example.com", from("Bob <bob@example.com>"));
    assertEquals("pass", found.spf());
    assertEquals("none", found.dkim());
    assertEquals("pass", found.dmarc());
    assertEquals("example.com", found.alignedDomain());
  }

  @Test
  void a_pass_of_another_domain_is_not_aligned_and_the_policy_is_told() {
    names.txt("attack.test", "v=spf1 ip4:192.0.2.7 -all");
    names.txt("_dmarc.example.com", "v=DMARC1; p=quarantine");
    Evidence found = check("x@attack.test", from("bob@example.com"));
    assertEquals("pass", found.authentication().spf());
    assertEquals("fail", found.authentication().dmarc());
    assertNull(found.authentication().alignedDomain());
    assertEquals(Requested.QUARANTINE, found.requested());
  }

  @Test
  void without_a_policy_an_aligned_pass_is_known_and_dmarc_is_none() {
    names.txt("example.com", "v=spf1 ip4:192.0.2.0/24 -all");
    Authentication found = result("bob@example.com", from("bob@example.com"));
    assertEquals("none", found.dmarc());
    assertEquals("example.com", found.alignedDomain());
  }

  @Test
  void the_null_sender_is_checked_by_what_the_client_calls_itself() {
    names.txt("mx.example.com", "v=spf1 ip4:192.0.2.7 -all");
    assertEquals("pass", result("", from("bob@example.com")).spf());
  }

  @Test
  void every_signature_is_judged_and_kept() {
    TestSigner rsa = TestSigner.rsa("example.com");
    TestSigner other = TestSigner.rsa("list.test");
    names.txt(rsa.recordName(), rsa.record());
    names.txt(other.recordName(), other.record());
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject");
    String signed = other.sign(rsa.sign(from("bob@example.com")));
    Authentication found = result("x@list.test", signed);
    assertEquals("pass", found.dkim());
    assertEquals("pass", found.dmarc());
    assertEquals("example.com", found.alignedDomain());
    assertEquals(
        List.of("list.test pass", "example.com pass"),
        found.signatures().stream().map(c -> c.domain() + " " + c.result()).toList());
    assertEquals("fail", result("x@list.test", signed.replace("Hello", "Hullo")).dkim());
  }

  @Test
  void an_ed25519_signature_passes() {
    TestSigner signer = TestSigner.ed25519("example.com");
    names.txt(signer.recordName(), signer.record());
    Authentication found = result("", signer.sign(from("bob@example.com")));
    assertEquals("pass", found.dkim());
    assertEquals("example.com", found.alignedDomain());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n",
        "\r\n\r\n",
        " \t\r\n",
        "blank at the end ",
        "no line end",
        "a  b\t\r\n\r\n\r\n",
        "ends in a return\r"
      })
  void odd_bodies_pass_in_both_forms(String body) {
    TestSigner signer = TestSigner.rsa("example.com");
    names.txt(signer.recordName(), signer.record());
    String message = from("bob@example.com");
    String mail = message.substring(0, message.indexOf("\r\n\r\n") + 4) + body;
    for (String form : List.of("relaxed", "simple")) {
      signer.bodyForm = form;
      assertEquals("pass", result("", signer.sign(mail)).dkim(), form);
      assertEquals("fail", result("", signer.sign(mail) + "more").dkim(), form);
    }
  }

  @Test
  void changed_mail_fails_whether_in_the_header_or_in_the_body() {
    TestSigner signer = TestSigner.rsa("example.com");
    names.txt(signer.recordName(), signer.record());
    String signed = signer.sign(from("bob@example.com"));
    assertEquals("pass", result("", signed).dkim());
    assertEquals("fail", result("", signed.replace("Subject: Hi", "Subject: Ho")).dkim());
    assertEquals("fail", result("", signed + "more\r\n").dkim());
    assertEquals("pass", result("", signed.replace("Subject: Hi", "Subject:   Hi ")).dkim());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Subject: Another\r\n",
        "From: eve@attack.test\r\n",
        "no field at all\r\n",
        "Subject : Another\r\n"
      })
  void a_signed_message_with_a_line_put_before_it_proves_nothing(String line) {
    TestSigner signer = TestSigner.rsa("example.com");
    names.txt(signer.recordName(), signer.record());
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject");
    Authentication found = result("", line + signer.sign(from("bob@example.com")));
    assertNull(found.alignedDomain(), found.toString());
  }

  @Test
  void sha1_short_keys_partial_bodies_and_times_that_cannot_be_are_refused() {
    TestSigner small = TestSigner.rsa("small.test", 512);
    names.txt(small.recordName(), small.record());
    assertEquals("permerror", result("", small.sign(from("b@small.test"))).dkim());
    TestSigner signer = TestSigner.rsa("example.com");
    names.txt(signer.recordName(), signer.record());
    signer.extraTags = " l=5;";
    signer.bodyLimit = 5;
    assertEquals("fail", result("", signer.sign(from("bob@example.com"))).dkim());
    signer.bodyLimit = Integer.MAX_VALUE;
    signer.extraTags = " x=1000000000;";
    assertEquals("fail", reasonOf(signer, "permerror", "fail"));
    signer.extraTags = " t=1893456000;";
    assertEquals("fail", result("", signer.sign(from("bob@example.com"))).dkim());
    signer.extraTags = " t=1772366600;";
    assertEquals("pass", result("", signer.sign(from("bob@example.com"))).dkim());
    signer.extraTags = "";
    signer.algorithm = "rsa-sha1";
    assertEquals("permerror", result("", signer.sign(from("bob@example.com"))).dkim());
  }

  /** The library refuses an expired signature when it reads it; either word is right. */
  private String reasonOf(TestSigner signer, String... allowed) {
    String found = result("", signer.sign(from("bob@example.com"))).dkim();
    return List.of(allowed).contains(found) ? "fail" : found;
  }

  @Test
  void a_name_service_that_is_down_is_a_temporary_error_and_costs_a_bounded_number_of_questions() {
    names.failing("*");
    StringBuilder mail = new StringBuilder();
    TestSigner signer = TestSigner.rsa("example.com");
    String signed = signer.sign(from("bob@example.com"));
    String signature = signed.substring(0, signed.indexOf("From:"));
    for (int i = 0; i < 50; i++) {
      mail.append(signature.replace("d=example.com", "d=d" + i + ".example.com"));
    }
    Authentication found = result("bob@example.com", mail + from("bob@example.com"));
    assertEquals("temperror", found.spf());
    assertEquals("temperror", found.dkim());
    assertEquals("temperror", found.dmarc());
    assertNull(found.alignedDomain());
    assertTrue(names.asked.size() <= Dkim.MAX_SIGNATURES + 4, names.asked.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bank <ceo@bank.example >",
        "Bank <@relay.example:ceo@bank.example>",
        "Team: ceo@bank.example;",
        "ceo @ bank.example",
        "ceo@(comment)bank.example",
        "Bank <ceo@bank.example.>",
        "Bank <ceo@bank.example",
        "x@attack.test, ceo@bank.example",
        "ceo@bank.example <x@attack.test>",
        "ceo@b\u0430nk.example, ceo\uff20BANK\u3002example",
        "=?utf-8?q?Bank_=3Cceo=40bank.example=3E?=",
        "x@attack.test\r\nFrom: ceo@bank.example",
      })
  void no_spelling_of_from_evades_the_policy_of_a_domain_in_it(String value) {
    names.txt("attack.test", "v=spf1 ip4:192.0.2.7 -all");
    names.txt("_dmarc.bank.example", "v=DMARC1; p=reject");
    Evidence found = check("x@attack.test", from(value));
    assertEquals("fail", found.authentication().dmarc());
    assertEquals(Requested.REJECT, found.requested());
    assertNull(found.authentication().alignedDomain());
  }

  @Test
  void an_unclear_from_whose_domains_all_pass_is_not_disowned_and_trusts_nobody() {
    names.txt("example.com", "v=spf1 ip4:192.0.2.7 -all");
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject");
    Evidence found = check("x@example.com", from("Team: ann@example.com, bob@example.com;"));
    assertEquals("permerror", found.authentication().dmarc());
    assertEquals(Requested.NOTHING, found.requested());
    assertNull(found.authentication().alignedDomain());
  }

  @Test
  void more_domains_than_are_judged_are_quarantined_without_asking_for_their_policies() {
    StringBuilder many = new StringBuilder("x@attack.test");
    for (int i = 0; i < ParsedMessage.MAX_AUTHOR_DOMAINS; i++) {
      many.append(", x@d").append(i).append(".test");
    }
    assertEquals(Requested.QUARANTINE, check("x@attack.test", from(many.toString())).requested());
    assertTrue(names.asked.stream().noneMatch(question -> question.contains("_dmarc")));
  }

  @Test
  void a_domain_put_before_another_one_does_not_hide_its_policy_by_not_answering() {
    names.failing("_dmarc.attack.test");
    Evidence found = check("x@attack.test", from("x@attack.test, ceo@bank.example"));
    assertEquals(Requested.QUARANTINE, found.requested());
  }

  @Test
  void a_check_that_fails_temporarily_for_another_domain_excuses_nothing() {
    names.txt("_dmarc.bank.example", "v=DMARC1; p=reject");
    names.failing("attack.test");
    Evidence found = check("x@attack.test", from("ceo@bank.example"));
    assertEquals("temperror", found.authentication().spf());
    assertEquals("fail", found.authentication().dmarc());
    names.failing("news.bank.example");
    Evidence own = check("x@news.bank.example", from("ceo@bank.example"));
    assertEquals("temperror", own.authentication().dmarc());
  }

  @Test
  void the_policy_is_asked_for_before_the_sender_can_use_up_the_queries() {
    names.txt("_dmarc.bank.example", "v=DMARC1; p=reject");
    check("x@attack.test", from("ceo@bank.example"));
    assertTrue(names.asked.get(0).contains("_dmarc.bank.example"), names.asked.toString());
  }

  @Test
  void a_policy_that_leads_in_circles_ends() {
    names.txt("example.com", "v=spf1 include:a.example.com -all");
    names.txt("a.example.com", "v=spf1 include:example.com -all");
    assertEquals("permerror", result("bob@example.com", from("bob@example.com")).spf());
    assertTrue(names.asked.size() < 30, names.asked.toString());
  }
}
