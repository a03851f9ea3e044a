package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.RawClient;
import dev.agentmailbox.http.TestServer;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests whose end could be seen in two places (RFC 9112 sections 6 and 11.2). Behind each one
 * stands another request that a smuggler would want answered; it never may be. Names follow the
 * cases of Http11Probe.
 */
class FramingIT {
  private static final int SILENCE_MILLIS = 1_500;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
  private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

  @AutoClose private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  private static String send(String request) throws IOException {
    try (RawClient client = new RawClient(server.http.port())) {
      return client.write(unescape(request)).readAll(SILENCE_MILLIS);
    }
  }

  private static String unescape(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0").replace("\\t", "\t");
  }

  private static String jsonHeaders(int length) {
    return "Content-Type: application/json\r\nContent-Length: " + length + "\r\n";
  }

  private static int answers(String output) {
    Matcher matcher = STATUS.matcher(output);
    int count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }

  private static int status(String output) {
    Matcher matcher = STATUS.matcher(output);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TE-XCHUNKED            | Transfer-Encoding: xchunked\\r\\n                               | 0\\r\\n\\r\\n
          TE-IDENTITY            | Transfer-Encoding: identity\\r\\n                               | 0\\r\\n\\r\\n
          TE-CHUNKED-IDENTITY    | Transfer-Encoding: chunked, identity\\r\\n                      | 0\\r\\n\\r\\n
          TE-GZIP-CHUNKED        | Transfer-Encoding: gzip, chunked\\r\\n                          | 0\\r\\n\\r\\n
          TE-DUPLICATE           | Transfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n | 0\\r\\n\\r\\n
          TE-TWO                 | Transfer-Encoding: chunked\\r\\nTransfer-Encoding: identity\\r\\n| 0\\r\\n\\r\\n
          TE-EMPTY               | Transfer-Encoding:\\r\\n                                        | 0\\r\\n\\r\\n
          TE-SPACE-BEFORE-COLON  | Transfer-Encoding : chunked\\r\\n                               | 0\\r\\n\\r\\n
          TE-TAB-BEFORE-COLON    | Transfer-Encoding\\t: chunked\\r\\n                             | 0\\r\\n\\r\\n
          TE-OBS-FOLD            | Transfer-Encoding:\\r\\n chunked\\r\\n                           | 0\\r\\n\\r\\n
          TE-TRAILING-PARAMETER  | Transfer-Encoding: chunked;q=1\\r\\n                            | 0\\r\\n\\r\\n
          CL-TE-BOTH             | Content-Length: 6\\r\\nTransfer-Encoding: chunked\\r\\n          | 0\\r\\n\\r\\n
          TE-CL-BOTH             | Transfer-Encoding: chunked\\r\\nContent-Length: 6\\r\\n          | 0\\r\\n\\r\\n
          CL-DUPLICATE-SAME      | Content-Length: 2\\r\\nContent-Length: 2\\r\\n                   | {}
          CL-DUPLICATE-OTHER     | Content-Length: 2\\r\\nContent-Length: 40\\r\\n                  | {}
          CL-LIST                | Content-Length: 2, 2\\r\\n                                      | {}
          CL-PLUS                | Content-Length: +2\\r\\n                                        | {}
          CL-NEGATIVE            | Content-Length: -2\\r\\n                                        | {}
          CL-HEX                 | Content-Length: 0x2\\r\\n                                       | {}
          CL-SPACE-INSIDE        | Content-Length: 1 2\\r\\n                                       | {}
          CL-OVERFLOW            | Content-Length: 18446744073709551618\\r\\n                      | {}
          CL-EMPTY               | Content-Length:\\r\\n                                           | {}
          CL-SPACE-BEFORE-COLON  | Content-Length : 2\\r\\n                                        | {}
          HEADER-NO-COLON        | Nonsense\\r\\nContent-Length: 2\\r\\n                            | {}
          HEADER-EMPTY-NAME      | : value\\r\\nContent-Length: 2\\r\\n                             | {}
          HEADER-NUL             | A: b\\0c\\r\\nContent-Length: 2\\r\\n                             | {}
          HOST-TWICE             | Host: b\\r\\nContent-Length: 2\\r\\n                             | {}
          CHUNK-SIZE-NONSENSE    | Transfer-Encoding: chunked\\r\\n                                | zz\\r\\n{}\\r\\n0\\r\\n\\r\\n
          CHUNK-SIZE-NEGATIVE    | Transfer-Encoding: chunked\\r\\n                                | -2\\r\\n{}\\r\\n0\\r\\n\\r\\n
          CHUNK-SIZE-PREFIX      | Transfer-Encoding: chunked\\r\\n                                | 0x2\\r\\n{}\\r\\n0\\r\\n\\r\\n
          CHUNK-SIZE-OVERFLOW    | Transfer-Encoding: chunked\\r\\n                                | 10000000000000002\\r\\n{}\\r\\n0\\r\\n\\r\\n
          CHUNK-BARE-LF          | Transfer-Encoding: chunked\\r\\n                                | 2;a\\n{}\\r\\n0\\r\\n\\r\\n
          CHUNK-LF-TERMINATORS   | Transfer-Encoding: chunked\\r\\n                                | 2\\n{}\\n0\\n\\n
          CHUNK-SPILL            | Transfer-Encoding: chunked\\r\\n                                | 2\\r\\n{}xx\\r\\n0\\r\\n\\r\\n
          CHUNK-TRAILER          | Transfer-Encoding: chunked\\r\\n                                | 0\\r\\nContent-Length: 50\\r\\n\\r\\n
          CHUNKED-PLAIN          | Transfer-Encoding: chunked\\r\\n                                | 2\\r\\n{}\\r\\n0\\r\\n\\r\\n
          """)
  void a_request_behind_unclear_framing_is_never_answered(String name, String headers, String body)
      throws IOException {
    String output =
        send(
            "POST /v0/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + headers
                + "\r\n"
                + body
                + SMUGGLED);
    assertFalse(output.contains("/smuggled"), output);
    assertTrue(answers(output) <= 1, output);
    assertTrue(output.endsWith("[closed]"), name + ": " + output);
    int status = status(output);
    assertTrue(status == 0 || status == 400 || status == 401, output);
    if (status != 0) {
      assertTrue(output.contains("application/problem+json"), output);
      assertTrue(output.contains("x-request-id: req_"), output);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP10-CHUNKED    | POST /v0/things HTTP/1.0\\r\\nConnection: keep-alive\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          NO-HOST           | GET /v0/health HTTP/1.1\\r\\n\\r\\n
          BAD-HOST          | GET /v0/health HTTP/1.1\\r\\nHost: a b\\r\\n\\r\\n
          BAD-PROTOCOL      | GET /v0/health HTTX/1.1\\r\\nHost: a\\r\\n\\r\\n
          BAD-METHOD        | G(T /v0/health HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          RAW-NON-ASCII     | GET /v0/h\u00e4lth HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          ESCAPED-NUL       | GET /v0/things/%00 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          ESCAPED-CONTROL   | GET /v0/things/%0d%0aX HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          DOT-SEGMENT       | GET /v0/../metrics HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          ESCAPED-DOTS      | GET /v0/%2e%2e/metrics HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          BACKSLASH         | GET /v0/a%5cb HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          PATH-PARAMETER    | GET /v0/health;a=b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          BROKEN-ESCAPE     | GET /v0/things/%4 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          BAD-UTF8          | GET /v0/things/%ff HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          BROKEN-QUERY      | GET /v0/health?a=%zz HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n
          """)
  void a_malformed_request_is_refused_with_a_problem(String name, String request)
      throws IOException {
    String closing =
        request.replaceFirst("(\\\\r\\\\n)(\\\\r\\\\n)", "$1Connection: close\\\\r\\\\n$2");
    String output = send(closing);
    assertEquals(400, status(output), name + ": " + output);
    assertTrue(output.contains("application/problem+json"), output);
    assertTrue(output.contains("\"code\":\"invalid_request\""), output);
    assertTrue(output.contains("x-request-id: req_"), output);
  }

  @Test
  void requests_with_clear_framing_may_follow_one_another() throws IOException {
    String output = send("GET /v0/health HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
    assertEquals(3, answers(output));
    assertTrue(output.endsWith("[open]"));
  }

  @Test
  void trace_and_connect_are_refused_as_methods() throws IOException {
    for (String line : new String[] {"TRACE /v0/health", "CONNECT a:80", "FOO /nowhere"}) {
      String output = send(line + " HTTP/1.1\r\nHost: a\r\n\r\n");
      int status = status(output);
      assertTrue(status == 405 || status == 400, output);
      assertTrue(output.contains("application/problem+json"), output);
    }
  }

  @Test
  void headers_without_end_are_refused() throws IOException {
    for (String headers :
        new String[] {
          "A: " + "a".repeat(20_000) + "\r\n",
          "A: b\r\n".repeat(100),
          "A".repeat(20_000) + ": b\r\n"
        }) {
      String output = send("GET /v0/health HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n");
      assertEquals(400, status(output), output);
      assertTrue(output.contains("application/problem+json"), output);
      assertTrue(output.endsWith("[closed]"), output);
    }
  }

  @Test
  void a_query_with_too_many_parameters_is_refused() throws IOException {
    String output = send("GET /v0/health?" + "a=b&".repeat(200) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    assertEquals(400, status(output), output);
    assertTrue(output.contains("application/problem+json"), output);
  }

  @Test
  void the_target_may_name_the_host() throws IOException {
    String output = send("GET http://a/v0/health HTTP/1.1\r\nHost: a\r\n\r\n");
    assertEquals(200, status(output), output);
  }

  @Test
  void a_body_that_is_announced_is_asked_for() throws IOException {
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST /v0/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + server.key
              + "\r\nContent-Type: application/json\r\nContent-Length: 12\r\n"
              + "Expect: 100-continue\r\n\r\n");
      String first = client.readAll(SILENCE_MILLIS);
      assertTrue(first.startsWith("HTTP/1.1 100 Continue"), first);
      String second = client.write("{\"name\":\"a\"}").readAll(SILENCE_MILLIS);
      assertEquals(200, status(second), second);
    }
  }

  @Test
  void a_body_that_will_be_refused_is_not_asked_for() throws IOException {
    String output =
        send(
            "POST /v0/things HTTP/1.1\r\nHost: a\r\n"
                + jsonHeaders(12)
                + "Expect: 100-continue\r\n\r\n");
    assertEquals(401, status(output), output);
    assertFalse(output.contains("100 Continue"), output);
  }
}
