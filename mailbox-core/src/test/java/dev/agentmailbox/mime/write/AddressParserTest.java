package dev.agentmailbox.mime.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.MailAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressParserTest {
  @Test
  void bare_and_named_addresses_are_read() {
    assertEquals(MailAddress.bare("ann@example.com"), parse("ann@example.com"));
    assertEquals(MailAddress.bare("ann@example.com"), parse(" <ann@example.com> "));
    assertEquals(new MailAddress("Ann", "ann@example.com"), parse("Ann <ann@example.com>"));
    assertEquals(new MailAddress("Doe, Ann", "a@b.c"), parse("\"Doe, Ann\" <a@b.c>"));
    assertEquals(new MailAddress("Doe, Ann", "a@b.c"), parse("Doe, Ann <a@b.c>"));
    assertEquals(new MailAddress("a \"b\" <c>", "a@b.c"), parse("\"a \\\"b\\\" <c>\" <a@b.c>"));
    assertEquals(new MailAddress("Jörg 你好", "a@b.c"), parse("Jörg 你好 <a@b.c>"));
    assertEquals(MailAddress.bare("a+tag.x_y@b-c.example"), parse("a+tag.x_y@b-c.example"));
    assertEquals(MailAddress.bare("owner@localhost"), parse("owner@localhost"));
    assertEquals(MailAddress.bare("\"a b\"@example.com"), parse("\"a b\"@example.com"));
    assertEquals(MailAddress.bare("Ann@Example.COM"), parse("Ann@Example.COM"));
  }

  @Test
  void a_local_part_has_one_form() {
    for (String written : List.of("\"ann\"", "\"a\\nn\"", "\"\\a\\n\\n\"", "\"\\ann\"")) {
      assertEquals("ann@example.com", parse(written + "@example.com").address(), written);
      assertEquals("ann@example.com", parse("A <" + written + "@example.com>").address(), written);
    }
    assertEquals("a.b+c@example.com", parse("\"a.b\\+c\"@example.com").address());
    assertEquals("\"a b\"@example.com", parse("\"a\\ \\b\"@example.com").address());
    assertEquals("\"a\\\"b\"@example.com", parse("\"\\a\\\"b\"@example.com").address());
    assertEquals("\"a..b\"@example.com", parse("\"a.\\.b\"@example.com").address());
    assertEquals("\".a\"@example.com", parse("\".a\"@example.com").address());
    assertEquals("\"a@b\"@example.com", parse("\"\\a@b\"@example.com").address());
  }

  @Test
  void what_a_message_shows_as_its_author_can_be_given_back() {
    for (String name :
        List.of(
            "5\" disks, Inc.",
            "A <b> \"c\"",
            "\"Ann",
            "\"Ann\" x",
            "a\\b",
            "a <x@y.z>",
            "<",
            ",")) {
      for (String address :
          List.of("j@example.com", "\"a<b\"@example.com", "\"a b\"@example.com")) {
        MailAddress author = new MailAddress(name, address);
        assertEquals(author, parse(author.display()));
      }
    }
  }

  @Test
  void a_received_name_is_kept_to_256_characters() {
    String most = "n".repeat(256);
    assertEquals(most, new MailAddress(most, "a@b.c").name());
    assertEquals(most, new MailAddress(most + "x", "a@b.c").name());
    assertEquals("n".repeat(255), new MailAddress("n".repeat(255) + "\ud83d\ude00", "a@b").name());
  }

  @Test
  void international_domains_become_ascii() {
    assertEquals(MailAddress.bare("a@xn--bcher-kva.example"), parse("a@bücher.example"));
    assertEquals(MailAddress.bare("a@xn--fsqu00a.xn--0zwm56d"), parse("a@例子.测试"));
  }

  @Test
  void what_is_no_address_is_refused_without_repeating_it() {
    for (String text :
        List.of(
            "",
            "  ",
            "ann",
            "@example.com",
            "ann@",
            "ann@@example.com",
            "a@b@c",
            "ann@example..com",
            "ann@.example.com",
            "ann@example.com.",
            "ann@-example.com",
            "ann@example-.com",
            "ann@exa mple.com",
            "ann@exa_mple.com",
            ".ann@example.com",
            "ann.@example.com",
            "a..n@example.com",
            "a n@example.com",
            "a,b@example.com",
            "a@b.c, d@e.f",
            "a@b.c; d@e.f",
            "Ann <a@b.c",
            "a@b.c>",
            "Ann <<a@b.c>>",
            "Ann <a@b.c> x",
            "group: a@b.c;",
            "a@[127.0.0.1]",
            "a@127.0.0.1]",
            "<@relay:a@b.c>",
            "a(comment)@b.c",
            "änn@example.com",
            "a@\u2024.com",
            "a@xn--\u00fc.com\u3002\u3002",
            "\"a\"b@example.com",
            "\"\"@example.com",
            "a".repeat(65) + "@example.com",
            "a@" + "b".repeat(64) + ".com",
            "a@" + "b.".repeat(130) + "com",
            "x".repeat(600) + " <a@b.c>")) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> parse(text), text);
      String message = String.valueOf(refused.getMessage());
      assertFalse(text.length() > 3 && message.contains(text), message);
    }
  }

  @Test
  void the_limits_of_rfc_5321_are_exact() {
    String local = "a".repeat(64);
    assertEquals(local + "@example.com", parse(local + "@example.com").address());
    String domain = ("b".repeat(60) + ".").repeat(3) + "co";
    assertEquals(64 + 1 + 185, parse(local + "@" + domain).address().length());
    assertEquals(254, parse(local + "@" + domain + "." + "d".repeat(3)).address().length());
    assertThrows(
        IllegalArgumentException.class, () -> parse(local + "@" + domain + "." + "d".repeat(4)));
  }

  @Test
  void control_characters_are_looked_for_before_the_syntax() {
    for (String text : List.of("a\r\nb", "a@b.c\n", "x\0@y", "\ta@b.c", "a\u007f", "a\u0085@b")) {
      MailboxException refused = assertThrows(MailboxException.class, () -> parse(text));
      assertEquals(ErrorCode.INVALID_HEADER, refused.code());
      assertEquals("to[0]", refused.details().get("path"));
    }
  }

  private static MailAddress parse(String text) {
    return AddressParser.parse("to[0]", text);
  }
}
