package dev.agentmailbox.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTest {
  private static final MailAddress MIXED = new MailAddress("A Name", "User.Name@Example.COM");

  @Test
  void only_the_domain_is_written_in_lower_case() {
    assertEquals("User.Name@example.com", MIXED.lowerDomain());
    assertEquals("example.com", MIXED.domain());
  }

  @Test
  void addresses_compare_in_lower_case() {
    assertEquals("user.name@example.com", MIXED.key());
  }

  @Test
  void an_at_sign_in_a_quoted_local_part_is_not_the_domain() {
    assertEquals("b.test", MailAddress.bare("\"x@y\"@B.test").domain());
    assertEquals("\"x@Y\"@b.test", MailAddress.bare("\"x@Y\"@B.test").lowerDomain());
  }

  // spec Decisions.3
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"vic\"@x.test | vic@x.test",
        "\"vic\".tim@x.test | vic.tim@x.test",
        "\"a b\".c@x.test | \"a b.c\"@x.test",
        "\"a\\ b\"@x.test | \"a b\"@x.test",
        "vic\\tim@x.test | victim@x.test"
      })
  void a_local_part_of_words_has_one_form(String written, String canonical) {
    assertEquals(canonical, MailAddress.bare(written).address());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vic\"tim\"@x.test",
        "\"vic\"tim@x.test",
        "\"vic\"\"tim\"@x.test",
        "\"vic\".@x.test",
        ".\"vic\"@x.test",
        "\"vic@x.test",
        "\"vic\\\"@x.test"
      })
  void what_is_no_local_part_is_nobody_elses(String written) {
    assertEquals(written, MailAddress.bare(written).address());
  }

  @Test
  void the_name_is_shown_when_there_is_one() {
    assertEquals("A Name <User.Name@Example.COM>", MIXED.display());
    assertEquals("a@b.test", MailAddress.bare("a@b.test").display());
    assertEquals("a@b.test", new MailAddress(" ", "a@b.test").display());
  }

  @Test
  void a_tag_is_taken_off_an_address() {
    assertEquals("a@b.example", MailAddress.withoutTag("a+tag+more@b.example"));
    assertEquals("a@b.example", MailAddress.withoutTag("a@b.example"));
    assertEquals("+tag@b.example", MailAddress.withoutTag("+tag@b.example"));
    assertEquals("a@b+c.example", MailAddress.withoutTag("a@b+c.example"));
    assertEquals("a+tag", MailAddress.withoutTag("a+tag"));
  }
}
