package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How address fields of received mail are read. */
class AddressListTest {
  private static List<MailAddress> read(String field) {
    return AddressList.parse(field, EnumSet.noneOf(MimeDefect.class));
  }

  private static String shown(String field) {
    return read(field).stream().map(MailAddress::display).collect(Collectors.joining(" | "));
  }

  private static ParsedMessage from(String field) {
    String mail = "From: " + field + "\r\nSubject: x\r\n\r\ntext\r\n";
    return new MimeReader().read(RawMessage.of(mail.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '\u0001',
      value = {
        "Reinman, Andris <andris@example.com>^Reinman, Andris <andris@example.com>",
        "Dr. Reinman, Andris, Jr. <andris@example.com>^Dr. Reinman, Andris, Jr. <andris@example.com>",
        "=?utf-8?q?J=C3=BCrgens?=, Ann <a@b.test>, c@d.test^Jürgens, Ann <a@b.test> | c@d.test",
        "Ann <a@b.test>, Doe, John <j@d.test>^Ann <a@b.test> | Doe, John <j@d.test>",
        "\"Doe, J.\" <j@d.test>; \"Roe\" <r@d.test>^Doe, J. <j@d.test> | Roe <r@d.test>",
        "Team: Doe, John <j@d.test>, a@b.test;, c@d.test^Doe, John <j@d.test> | a@b.test | c@d.test",
        "a@b.test, c@d.test, localrecipient^a@b.test | c@d.test | localrecipient",
      })
  void words_before_a_comma_belong_to_the_name(String field, String expected) {
    assertEquals(expected, shown(field));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '\u0001',
      value = {
        "Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>^Pete <pete@silly.test>",
        "Mary Smith <@node.test:mary@example.net>, , jdoe@test  . example^Mary Smith <mary@example.net> | jdoe@test.example",
        "jdoe @ test.example^jdoe@test.example",
        "jdoe@(at home (or not))test.example^at home or not <jdoe@test.example>",
        "john . doe @ test . example (John)^John <john.doe@test.example>",
        "<john . doe @ test . example>^john.doe@test.example",
        "John Q. Public <john.q@test.example>^John Q. Public <john.q@test.example>",
        "John Q. Public jd@test.example^John Q. Public <jd@test.example>",
        "\"Some Name\" jd@test.example^Some Name <jd@test.example>",
        "\"odd user\"@test.example^\"odd user\"@test.example",
        "\"odd, user\"@test.example, a@b.test^\"odd, user\"@test.example | a@b.test",
        "<\"odd > user\"@test.example>^\"odd > user\"@test.example",
        "Bank <ceo@bank.example >^Bank <ceo@bank.example>",
        "Bank <ceo@bank.example^Bank <ceo@bank.example>",
        "Bank <<ceo@bank.example>>^Bank <ceo@bank.example>",
        "Bank <mailto:ceo@bank.example>^Bank <ceo@bank.example>",
        "mailto:ceo@bank.example^ceo@bank.example",
        "Both <a@b.test, c@d.test>^a@b.test | Both <c@d.test>",
        "Bob <bob@b.test, Jim <jim@b.test>^bob@b.test | Bob <jim@b.test>",
        "ceo\uff20bank.example^ceo@bank.example",
        "\u7530\u4e2d\uff20\u55b6\u696d <t@bank.example>^\u7530\u4e2d\uff20\u55b6\u696d <t@bank.example>",
        "=?utf-8?q?Bank_=3Cceo=40bank.example=3E?=^Bank <ceo@bank.example>",
        "Bank <=?utf-8?q?ceo=40bank.example?=>^Bank <ceo@bank.example>",
        "boss@agents.example.^boss@agents.example",
        "a@b\u00fccher.example^a@xn--bcher-kva.example",
        "a@bank\u3002example^a@bank.example",
        "\u7528\u6237@\u4f8b\u3048.example^\u7528\u6237@xn--r8jz45g.example",
        "a@[IPv6:2001:db8::1]^a@[IPv6:2001:db8::1]",
        "<a@[IPv6:2001:db8::1]>^a@[IPv6:2001:db8::1]",
        "MAILER-DAEMON^MAILER-DAEMON",
        "undisclosed-recipients:;^",
        "Ann <>^",
      })
  void an_address_is_read_without_what_is_around_it(String field, String expected) {
    assertEquals(expected == null ? "" : expected, shown(field));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ceo@bank.example",
        "Bank <ceo@bank.example >",
        "\"ceo@bank.example\" (comment) < ceo@bank.example\t> (comment)",
        "=?utf-8?q?Bank?= <ceo@bank.example>",
        "B\u00e4nk <ceo@b\u00e4nk.example>",
      })
  void a_clear_author_has_one_domain(String field) {
    ParsedMessage message = from(field);
    assertFalse(message.defects().contains(MimeDefect.UNCLEAR_AUTHOR));
    assertEquals(1, message.authorDomains().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bank <@relay.test:ceo@bank.example>",
        "Team: ceo@bank.example;",
        "x@evil.test, ceo@bank.example",
        "x@evil.test\r\nFrom: ceo@bank.example",
        "ceo @ bank.example",
        "ceo(comment)@bank.example",
        "ceo@(comment)bank.example",
        "<ceo@bank.example(.evil.test)>",
        "ceo@bank.example <x@evil.test>",
        "<x@evil.test> ceo@bank.example",
        "<x@evil.test> <ceo@bank.example>",
        "<x@evil.test, ceo@bank.example>",
        "Bank <ceo@bank.example",
        "ceo@bank.example.",
        "ceo\uff20bank.example",
        "ceo\uff20bank\u3002example",
        "=?utf-8?q?ceo=40bank.example?=",
        "=?utf-8?q?ceo=40bank.example?= x@evil.test",
        "(ceo@bank.example) x@evil.test",
        "\"ceo@bank.example\" x@evil.test",
        "\"ceo@bank.example\", x@evil.test",
        "ceo@BANK.example;",
        "\"unclosed ceo@bank.example",
      })
  void every_domain_that_an_unclear_author_could_have_is_named(String field) {
    ParsedMessage message = from(field);
    assertTrue(message.defects().contains(MimeDefect.UNCLEAR_AUTHOR));
    assertTrue(message.authorDomains().contains("bank.example"), field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pl\"@@@@@\uff20e..", "x@evil.test\uff20bank.example", "a@b\u3002..", "a@..."})
  void an_address_that_was_read_has_one_form(String field) {
    for (MailAddress address : read(field)) {
      assertEquals(address, new MailAddress(address.name(), address.address()));
    }
  }

  @Test
  void the_domains_of_authors_are_bounded() {
    String many =
        "a@b.test, ".repeat(500) + "a@c0.test, a@c1.test, a@c2.test, a@c3.test, a@c4.test";
    assertEquals(6, from(many).authorDomains().size());
    many += ", a@c5.test, a@c6.test, a@c7.test, a@c8.test, a@c9.test";
    assertEquals(ParsedMessage.MAX_AUTHOR_DOMAINS + 1, from(many).authorDomains().size());
  }

  @Test
  void a_missing_from_is_no_defect() {
    RawMessage raw = RawMessage.of("To: a@b.test\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(Set.of(), new MimeReader().read(raw).defects());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<",
        "<<",
        "<a@b,",
        "<a,",
        "<:",
        ",",
        "a,",
        "(",
        "((",
        "\"",
        "\\\"",
        "a .",
        "a@b ",
        "a@b. ",
        "\uff20",
        "=?utf-8?q?=3D=3Futf-8=3Fq=3F",
        "<a(",
        "@a:",
        "a@\u00fc",
        "a@b\u3002"
      })
  void hostile_fields_cost_linear_time(String part) {
    String field = part.repeat(200_000 / part.length());
    assertTimeout(Duration.ofSeconds(5), () -> assertTrue(read(field).size() <= 1_000));
    assertTimeout(Duration.ofSeconds(5), () -> from(field).authorDomains());
  }
}
