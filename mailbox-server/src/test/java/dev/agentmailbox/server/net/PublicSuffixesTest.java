package dev.agentmailbox.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicSuffixesTest {
  private final PublicSuffixes suffixes = new PublicSuffixes();

  @ParameterizedTest
  @CsvSource({
    "example.com, example.com",
    "mail.example.com, example.com",
    "a.b.c.example.com, example.com",
    "example.co.uk, example.co.uk",
    "mail.example.co.uk, example.co.uk",
    "mail.example.ac.jp, example.ac.jp",
    "mail.xn--bcher-kva.de, xn--bcher-kva.de",
    "a.b.xn--55qx5d.cn, b.xn--55qx5d.cn"
  })
  void a_domain_is_counted_by_what_its_owner_registered(String domain, String registered) {
    assertEquals(registered, suffixes.of(domain));
  }

  @ParameterizedTest
  @CsvSource({
    "one.duckdns.org, duckdns.org",
    "two.duckdns.org, duckdns.org",
    "someone.github.io, github.io"
  })
  void names_that_are_given_away_count_as_one(String domain, String registered) {
    assertEquals(registered, suffixes.of(domain));
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, evil.example",
    "a.b.evil.example, evil.example",
    "co.uk, co.uk",
    "localhost, localhost",
    "[192.0.2.1], 2.1]"
  })
  void a_domain_without_a_known_suffix_has_two_labels(String domain, String registered) {
    assertEquals(registered, suffixes.of(domain));
  }
}
