package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DMARC cases of rspamd, which are not kept here: {@code -Drspamd.tests=DIR} is its {@code
 * test/functional}, with mails, the zone they were written for, and what is expected of each.
 */
@EnabledIfSystemProperty(named = "rspamd.tests", matches = ".+")
class DmarcCasesTest {
  private static final Logger LOG = LoggerFactory.getLogger(DmarcCasesTest.class);
  private static final Path TESTS = Path.of(System.getProperty("rspamd.tests", "."));

  private static final Pattern ZONE_ENTRY =
      Pattern.compile("name\\s*=\\s*\"([^\"]+)\",?;?[^{}]*?type\\s*=\\s*\"?(\\w+)\"?;([^{}]*)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern CASE =
      Pattern.compile(
          "(?m)^([A-Z][^\\n]*)\\n  Scan File +\\$\\{RSPAMD_TESTDIR}/(\\S+)\\n((?:  \\.\\.\\. .*\\n)*)"
              + "  Expect Symbol(?: With Option)? +(DMARC_\\w+)");

  /** What each symbol says here: the verdict, and what the author's domain asks for. */
  private static final Map<String, String> MEANING =
      Map.of(
          "DMARC_POLICY_ALLOW", "pass",
          "DMARC_POLICY_SOFTFAIL", "fail NOTHING",
          "DMARC_POLICY_QUARANTINE", "fail QUARANTINE",
          "DMARC_POLICY_REJECT", "fail REJECT",
          "DMARC_DNSFAIL", "temperror",
          "DMARC_NA", "none");

  /**
   * Two follow {@code pct}, which RFC 9989 took away; two find the organization in a list of public
   * suffixes, where RFC 9989 walks up to a record that the parent does not have.
   */
  private static final Set<String> OF_AN_OLDER_RULE =
      Set.of(
          "DMARC PCT ZERO REJECT",
          "DMARC PCT ZERO SP QUARANTINE",
          "DMARC SUBDOMAIN PASS DKIM RELAXED ALIGNMENT",
          "DMARC SUBDOMAIN PASS SPF RELAXED ALIGNMENT");

  @Test
  void every_case_ends_as_it_should() throws IOException {
    FakeNames names = zone();
    Matcher cases =
        CASE.matcher(Files.readString(TESTS.resolve("cases/001_merged/115_dmarc.robot")));
    Map<String, String> different = new TreeMap<>();
    int count = 0;
    while (cases.find()) {
      count++;
      String wanted = String.valueOf(MEANING.get(cases.group(4)));
      String found = judge(names, cases.group(2), cases.group(3));
      if (!found.startsWith(wanted)) {
        different.put(cases.group(1), found + " instead of " + wanted);
      }
    }
    LOG.info("{} of {} as expected; {}", count - different.size(), count, different);
    assertTrue(count >= 15, "only " + count + " cases");
    assertEquals(OF_AN_OLDER_RULE, different.keySet(), different.toString());
  }

  private static String judge(FakeNames names, String file, String options) throws IOException {
    String text = Files.readString(TESTS.resolve(file), StandardCharsets.ISO_8859_1);
    byte[] wire =
        text.replace("\r\n", "\n").replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    RawMessage raw = RawMessage.of(wire);
    Envelope envelope =
        new Envelope(
            option(options, "From", ""),
            List.of(),
            "x.test",
            option(options, "IP", "127.0.0.1"),
            false);
    Evidence evidence = names.authentication().check(envelope, new MimeReader().read(raw), raw);
    return evidence.authentication().dmarc() + " " + evidence.requested();
  }

  private static String option(String options, String name, String otherwise) {
    Matcher option = Pattern.compile(" " + name + "=(\\S+)").matcher(options);
    return option.find() ? option.group(1) : otherwise;
  }

  private static FakeNames zone() throws IOException {
    FakeNames names = new FakeNames();
    Matcher entries =
        ZONE_ENTRY.matcher(Files.readString(TESTS.resolve("configs/merged-local.conf")));
    while (entries.find()) {
      if (entries.group(3).contains("timeout") || entries.group(3).contains("servfail")) {
        names.failing(entries.group(1));
      }
      Matcher values = QUOTED.matcher(entries.group(3));
      while (entries.group(2).equals("txt") && values.find()) {
        names.txt(entries.group(1), values.group(1));
      }
    }
    return names;
  }
}
