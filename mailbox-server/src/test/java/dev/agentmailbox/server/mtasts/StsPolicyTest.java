package dev.agentmailbox.server.mtasts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.server.mtasts.StsPolicy.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StsPolicyTest {
  private static final String GOOD = "version: STSv1\r\nmode: enforce\r\nmx: a.test\r\nmax_age: 60";

  @Test
  void a_policy_is_read_with_any_line_ends_and_unknown_keys() {
    StsPolicy expected =
        new StsPolicy(Mode.ENFORCE, List.of("mx.a.test", "*.b.test"), Duration.ofDays(7));
    String text =
        """
        version: STSv1
        mode: enforce
        future: x
        mx: MX.a.test
        mx:*.b.test\s
        max_age: 604800
        mode: none
        """;
    assertEquals(Optional.of(expected), StsPolicy.parse(text));
    assertEquals(Optional.of(expected), StsPolicy.parse(text.replace("\n", "\r\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mode: enforce\nmx: a.test\nmax_age: 60",
        "version: STSv2\nmode: enforce\nmx: a.test\nmax_age: 60",
        "version: STSv1\nmode: strict\nmx: a.test\nmax_age: 60",
        "version: STSv1\nmode: enforce\nmax_age: 60",
        "version: STSv1\nmode: enforce\nmx: a.test",
        "version: STSv1\nmode: enforce\nmx: a.test\nmax_age: -1",
        "<html>version: STSv1</html>"
      })
  void what_is_not_whole_is_no_policy(String text) {
    assertEquals(Optional.empty(), StsPolicy.parse(text));
  }

  @Test
  void an_age_is_a_year_at_most() {
    StsPolicy policy = StsPolicy.parse(GOOD.replace("60", "9999999999")).orElseThrow();
    assertEquals(Duration.ofHours(8_766), policy.maxAge());
  }

  @ParameterizedTest
  @CsvSource({
    "mx.a.test,mx.a.test,true",
    "mx.a.test,x.a.test,false",
    "*.a.test,mx.a.test,true",
    "*.a.test,a.test,false",
    "*.a.test,x.mx.a.test,false",
    "*.a.test,xa.test,false",
    "a.test,mx.a.test,false"
  })
  void a_wildcard_is_one_label(String pattern, String host, boolean allowed) {
    assertEquals(
        allowed, new StsPolicy(Mode.ENFORCE, List.of(pattern), Duration.ofDays(1)).allows(host));
  }
}
