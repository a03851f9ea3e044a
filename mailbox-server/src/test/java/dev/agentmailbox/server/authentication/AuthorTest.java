package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.server.dkim.HeaderLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which author a message has, and that none is named where readers could differ. */
class AuthorTest {
  private static Optional<String> author(String header) throws IOException {
    byte[] bytes = (header + "\r\nSubject: x\r\n\r\ntext\r\n").getBytes(StandardCharsets.UTF_8);
    RawMessage raw = RawMessage.of(bytes);
    Author author = Author.of(HeaderLines.read(raw.open()), new MimeReader().read(raw));
    return author.clear() ? Optional.of(author.domains().get(0)) : Optional.empty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "From: bob@example.com|example.com",
        "from: <bob@Example.COM>|example.com",
        "FROM: Bob Smith <bob@example.com>|example.com",
        "From: \"Smith, Bob\" <bob@example.com>|example.com",
        "From: \"bob@bank.test\" <bob@example.com>|example.com",
        "From: Bob A. Smith (work) <bob@example.com> (home)|example.com",
        "From: bob@example.com (Bob Smith)|example.com",
        "From: =?utf-8?Q?B=C3=B6b?= <bob@example.com>|example.com",
        "From: Bób <bob@bücher.example>|xn--bcher-kva.example",
        "From: \"odd local\"@example.com|example.com",
        "From: Bob < bob@example.com\t> (home)|example.com",
      })
  void a_plain_author_is_found(String header, String domain) throws IOException {
    assertEquals(Optional.of(domain), author(header));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "To: bob@example.com",
        "From:",
        "From: bob",
        "From: undisclosed:;",
        "From: team: a@one.test, b@two.test;",
        "From: a@one.test, b@two.test",
        "From: <a@one.test>, <b@two.test>",
        "From: <a@one.test><b@two.test>",
        "From: <a@one.test> b@two.test",
        "From: b@two.test <a@one.test>",
        "From: b@two.test,<a@one.test>",
        "From: <a@one.test>\\,<b@two.test>",
        "From: <a@one.test>b@two.test",
        "From: <@one.test,@any.test:a@two.test>",
        "From: @one.test:<a@two.test>",
        "From: <a@one.test(.two.test)>",
        "From: a(x@one.test)b@two.test",
        "From: a@one.test\u0000b@two.test",
        "From: a@one.test\u000b",
        "From: a@[192.0.2.1]",
        "From: a@one..test",
        "From: a@one.test.",
        "From: a@localhost",
        "From: =?utf-8?B?PGFAb25lLnRlc3Q+?=",
        "From: =?utf-8?B?YUBvbmUudGVzdA==?= ",
        "From: a@one.test\r\nFrom: b@two.test",
        "From: a@one.test\r\nfrom: a@one.test",
        " From: b@two.test\r\nFrom: a@one.test",
        "From: a@one.test\r\nFrom : b@two.test",
        "From\r\n : b@two.test\r\nFrom: a@one.test",
        "From\r\n : b@two.test",
        "From : a@one.test",
        "X: y\r\n\tFrom: b@two.test\r\nFrom: a@one.test",
      })
  void nobody_is_named_where_readers_could_differ(String header) throws IOException {
    assertEquals(Optional.empty(), author(header), header);
  }

  @Test
  void a_very_long_from_costs_little_and_names_nobody() throws IOException {
    assertEquals(Optional.empty(), author("From: " + "\"a\\\" ".repeat(10_000) + "<a@one.test>"));
    assertEquals(Optional.empty(), author("From: " + "(a) ".repeat(10_000) + "<a@one.test>"));
  }
}
