package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.smtp.EnvelopePath.BadPath;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopePathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@b",
        "a.b+tag@example.com",
        "!#$%&'*+-/=?^_`{|}~@example.com",
        "\"quoted local\"@example.com",
        "\"with > bracket\"@example.com",
        "\"esc\\\"aped\"@example.com",
        "two..dots@provider.example",
        "dot.@provider.example",
        "a@[192.0.2.1]",
        "a@[IPv6:2001:db8::1]",
        "user@under_score.example",
        "用户@example.com",
        "postmaster",
        "PostMaster",
        "bounce+abcdefghijklmnopqrstuvwxyz@agents.example",
        "gmailuser+caf_=website_8b506e99-b5c5-4e14-8294-f5ebd6083faa=mail.example.com@gmail.example",
        "bounces+2309175-1e1a-some.rather.long.name=customer.example.com.au.example@em123.mail.example"
      })
  void addresses_that_mail_can_be_sent_to(String address) throws BadPath {
    assertEquals(address, EnvelopePath.parse("<" + address + ">").address());
  }

  @Test
  void the_domain_is_ascii() throws BadPath {
    assertEquals("用户@xn--r8jz45g.example", EnvelopePath.parse("<用户@例え.example>").address());
  }

  @Test
  void a_local_part_has_up_to_250_octets() throws BadPath {
    String address = "a".repeat(248) + "\u00fc@" + "d".repeat(63) + ".example";
    assertEquals(address, EnvelopePath.parse("<" + address + ">").address());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"ann\"@example.com", "\"a\\nn\"@example.com"})
  void a_local_part_has_one_form(String written) throws BadPath {
    assertEquals("ann@example.com", EnvelopePath.parse("<" + written + ">").address());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\0b@example.com",
        "a@exam\tple.com",
        "a\u007f@example.com",
        "a\u0085@example.com",
        "a\u2028@example.com",
        "@a.example:",
        "a b@example.com",
        "@example.com",
        "a@",
        "nodomain",
        "a@-example.com",
        "a@example-.com",
        "a@example..com",
        "a@.example.com",
        "a@example.com.",
        "a@b@example.com",
        "\"open@example.com",
        "a\"b\"@example.com",
        "a@[not an address]",
        "a,b@example.com",
        "a@exa mple.com",
        "@route"
      })
  void what_is_no_address(String address) {
    assertThrows(BadPath.class, () -> EnvelopePath.parse("<" + address + ">"));
  }

  @Test
  void too_long_is_no_address() {
    assertThrows(BadPath.class, () -> EnvelopePath.parse("<" + "a".repeat(251) + "@b.example>"));
    String domain = ("d".repeat(60) + ".").repeat(4) + "examples.test";
    assertThrows(BadPath.class, () -> EnvelopePath.parse("<abcdefg@" + domain + ">"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a@b.example", "<a@b.example", "a@b.example>", "<a@b.example>x", "x<a@b>"})
  void without_proper_brackets_it_is_a_syntax_error(String text) {
    assertFalse(assertThrows(BadPath.class, () -> EnvelopePath.parse(text)).isAddress());
  }

  @Test
  void the_null_path_is_empty() throws BadPath {
    assertEquals("", EnvelopePath.parse("<>").address());
  }

  @Test
  void a_source_route_is_ignored() throws BadPath {
    assertEquals(
        "c@d.example", EnvelopePath.parse("<@a.example,@b.example:c@d.example>").address());
  }

  @Test
  void parameters_are_read_with_keywords_in_upper_case() throws BadPath {
    EnvelopePath path = EnvelopePath.parse(" <a@b.example>  size=12 SmtpUtf8");
    assertEquals(Map.of("SIZE", "12", "SMTPUTF8", ""), path.parameters());
  }

  @Test
  void a_parameter_given_twice_is_a_syntax_error() {
    BadPath bad =
        assertThrows(BadPath.class, () -> EnvelopePath.parse("<a@b.example> SIZE=1 SIZE=2"));
    assertFalse(bad.isAddress());
  }

  @Test
  void control_characters_are_told_as_a_bad_address() {
    assertTrue(
        assertThrows(BadPath.class, () -> EnvelopePath.parse("<a\0@b.example>")).isAddress());
  }
}
