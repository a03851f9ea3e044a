package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.server.dns.RecordType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9989: the walk, the policy, the alignment. */
class DmarcTest {
  private final FakeNames names = new FakeNames();

  private Dmarc.Result judge(String author, String spf, String... dkim) {
    return Dmarc.judge(author, spf("pass", spf), signed(dkim), new Lookups(names));
  }

  private static Spf.Result spf(String verdict, String domain) {
    return new Spf.Result(domain.isEmpty() ? "none" : verdict, domain);
  }

  private static Dkim.Result signed(String... domains) {
    return new Dkim.Result(
        "pass",
        Stream.of(domains).map(domain -> new SignatureCheck(domain, "s", "pass", "")).toList());
  }

  private String organization(String domain) {
    return TreeWalk.from(domain, new Lookups(names)).organization();
  }

  @Test
  void a_long_name_is_walked_in_eight_questions() {
    names.txt("_dmarc.example.com", "v=DMARC1; p=none");
    assertEquals("example.com", organization("a.b.c.d.e.f.g.h.i.j.k.example.com"));
    assertEquals(
        List.of(
            "TXT _dmarc.a.b.c.d.e.f.g.h.i.j.k.example.com",
            "TXT _dmarc.g.h.i.j.k.example.com",
            "TXT _dmarc.h.i.j.k.example.com",
            "TXT _dmarc.i.j.k.example.com",
            "TXT _dmarc.j.k.example.com",
            "TXT _dmarc.k.example.com",
            "TXT _dmarc.example.com",
            "TXT _dmarc.com"),
        names.asked);
  }

  @Test
  void a_name_that_is_no_suffix_ends_the_walk_and_is_the_organization() {
    names.txt("_dmarc.b.example.com", "v=DMARC1; p=reject; psd=n");
    names.txt("_dmarc.example.com", "v=DMARC1; p=none");
    Dmarc.Result result = judge("a.b.example.com", "");
    assertEquals("fail", result.verdict());
    assertEquals(Requested.REJECT, result.requested());
    assertEquals("b.example.com", organization("a.b.example.com"));
  }

  @Test
  void below_a_public_suffix_each_name_is_an_organization_of_its_own() {
    names.txt("_dmarc.bank.example", "v=DMARC1; p=reject; psd=y; rua=mailto:psd@bank.example");
    names.txt("_dmarc.giant.bank.example", "v=DMARC1; p=quarantine");
    assertTrue(judge("giant.bank.example", "mail.giant.bank.example").aligned());
    assertFalse(judge("giant.bank.example", "", "mail.mega.bank.example").aligned());
    assertEquals("mega.bank.example", organization("mail.mega.bank.example"));
    // Without a record of its own, the suffix speaks for it.
    assertEquals(Requested.REJECT, judge("mega.bank.example", "").requested());
    assertEquals("bank.example", organization("bank.example"));
  }

  @Test
  void the_policy_of_a_suffix_yields_to_the_organizations_own() {
    names.txt("_dmarc.example", "v=DMARC1; p=reject; psd=y");
    names.txt("_dmarc.foo.example", "v=DMARC1; p=none");
    assertEquals(Requested.NOTHING, judge("foo.example", "").requested());
    assertEquals("fail", judge("foo.example", "").verdict());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v=DMARC1; p=reject; sp=none; np=quarantine|missing.example.com|QUARANTINE",
        "v=DMARC1; p=reject; sp=none; np=quarantine|mail.example.com|NOTHING",
        "v=DMARC1; p=reject; sp=none|missing.example.com|NOTHING",
        "v=DMARC1; p=reject|mail.example.com|REJECT",
        "v=DMARC1; p=reject; t=y|example.com|QUARANTINE",
        "v=DMARC1; p=quarantine; t=y|example.com|NOTHING",
        "v=DMARC1; p=Reject; pct=0|example.com|REJECT",
        "v = DMARC1 ; p = reject|example.com|REJECT",
        "v=DMARC1; p=bogus; rua=mailto:x@example.com|example.com|NOTHING",
      })
  void the_policy_fits_the_name(String record, String author, Requested requested) {
    names.txt("_dmarc.example.com", record);
    names.with("mail.example.com", RecordType.MX, "mx.example.com");
    Dmarc.Result result = judge(author, "");
    assertEquals("fail", result.verdict());
    assertEquals(requested, result.requested());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v=dmarc1; p=reject",
        "v=DMARC1x; p=reject",
        "p=reject; v=DMARC1",
        "v=DMARC1; adkim=s",
        "v=DMARC1",
        "some text"
      })
  void what_is_no_policy_does_not_apply(String record) {
    names.txt("_dmarc.example.com", record);
    assertEquals("none", judge("example.com", "").verdict());
  }

  @Test
  void several_records_of_a_name_are_none_and_the_walk_goes_on() {
    names.txt("_dmarc.mail.example.com", "v=DMARC1; p=reject", "v=DMARC1; p=none");
    names.txt("_dmarc.example.com", "v=DMARC1; p=quarantine");
    assertEquals("example.com", organization("mail.example.com"));
    assertEquals("fail", judge("mail.example.com", "").verdict());
  }

  @Test
  void relaxed_alignment_is_the_same_organization_and_strict_the_same_name() {
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject; aspf=s");
    assertEquals("pass", judge("mail.example.com", "", "news.example.com").verdict());
    assertEquals("fail", judge("mail.example.com", "news.example.com").verdict());
    assertEquals("pass", judge("mail.example.com", "mail.example.com").verdict());
    assertEquals("fail", judge("mail.example.com", "", "example.org").verdict());
    assertEquals("fail", judge("example.com", "", "notexample.com").verdict());
    names.txt("_dmarc.strict.test", "v=DMARC1; p=reject; adkim=S");
    assertEquals("fail", judge("strict.test", "", "a.strict.test").verdict());
  }

  @Test
  void without_records_only_the_very_same_name_is_aligned() {
    assertTrue(judge("example.com", "example.com").aligned());
    assertFalse(judge("example.com", "mail.example.com").aligned());
    assertFalse(judge("example.com", "", "com").aligned());
  }

  @Test
  void a_question_without_an_answer_is_a_temporary_error_unless_the_authors_record_was_found() {
    names.txt("_dmarc.example.com", "v=DMARC1; p=reject");
    names.failing("_dmarc.com");
    assertEquals("fail", judge("example.com", "").verdict());
    assertEquals("temperror", judge("mail.example.com", "").verdict());
    assertFalse(judge("mail.example.com", "example.com").aligned());
  }
}
