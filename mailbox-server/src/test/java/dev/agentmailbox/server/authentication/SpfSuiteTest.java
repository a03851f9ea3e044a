package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.server.dns.RecordType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.Yaml;

/**
 * The public test suite of RFC 7208, which is not kept here: {@code -Dspf.suite=FILE} names its
 * YAML file.
 */
@EnabledIfSystemProperty(named = "spf.suite", matches = ".+")
class SpfSuiteTest {
  private static final Logger LOG = LoggerFactory.getLogger(SpfSuiteTest.class);

  private final Spf spf = new Spf();

  @Test
  void nearly_every_case_of_the_suite_has_one_of_its_results() throws IOException {
    int all = 0;
    List<String> wrong = new ArrayList<>();
    try (InputStream in = Files.newInputStream(Path.of(System.getProperty("spf.suite")))) {
      for (Object document : new Yaml().loadAll(in)) {
        Map<?, ?> suite = (Map<?, ?>) document;
        FakeNames names = zone(map(suite, "zonedata"));
        for (Map.Entry<?, ?> test : map(suite, "tests").entrySet()) {
          all++;
          Map<?, ?> fields = (Map<?, ?>) test.getValue();
          String found = result(names, fields);
          Object wanted = fields.get("result");
          boolean right =
              wanted instanceof List<?> some ? some.contains(found) : found.equals(wanted);
          if (!right) {
            wrong.add(test.getKey() + ": " + found + " instead of " + wanted);
          }
        }
      }
    }
    LOG.info("{} of {} right; {}", all - wrong.size(), all, wrong);
    assertTrue(wrong.size() <= all / 50, wrong.toString());
  }

  private static Map<?, ?> map(Map<?, ?> suite, String name) {
    return (Map<?, ?>) Objects.requireNonNull(suite.get(name));
  }

  private String result(FakeNames names, Map<?, ?> test) {
    Envelope envelope =
        new Envelope(
            String.valueOf(test.get("mailfrom")),
            List.of(),
            String.valueOf(test.get("helo")),
            String.valueOf(test.get("host")),
            false);
    return spf.check(envelope, new Lookups(names)).verdict();
  }

  /** A name with only SPF records has them as TXT, too. */
  private static FakeNames zone(Map<?, ?> zone) {
    FakeNames names = new FakeNames();
    for (Map.Entry<?, ?> entry : zone.entrySet()) {
      String name = String.valueOf(entry.getKey());
      List<?> records = (List<?>) entry.getValue();
      boolean hasText =
          records.stream().anyMatch(r -> r instanceof Map<?, ?> m && m.containsKey("TXT"));
      for (Object found : records) {
        if (found instanceof String) {
          names.failing(name);
        } else if (found instanceof Map<?, ?> one) {
          for (Map.Entry<?, ?> field : one.entrySet()) {
            add(names, name, String.valueOf(field.getKey()), field.getValue(), hasText);
          }
        }
      }
    }
    return names;
  }

  private static void add(
      FakeNames names, String name, String type, Object value, boolean hasText) {
    if ((type.equals("SPF") && hasText) || "NONE".equals(value)) {
      return;
    }
    if (type.equals("CNAME")) {
      names.alias(name, String.valueOf(value));
      return;
    }
    String text = value instanceof List<?> parts ? join(type, parts) : String.valueOf(value);
    names.with(name, RecordType.valueOf(type.equals("SPF") ? "TXT" : type), text);
  }

  private static String join(String type, List<?> parts) {
    if (type.equals("MX")) {
      return String.valueOf(parts.get(1));
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(text::append);
    return text.toString();
  }
}
