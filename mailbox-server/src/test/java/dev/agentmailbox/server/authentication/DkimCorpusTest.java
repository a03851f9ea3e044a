package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.port.MailReceiver.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signed mail of apache/james-jdkim, which is not kept here: {@code -Ddkim.corpus=DIR} is its
 * {@code main/src/test}. Most of it is older than RFC 8301: what it calls good passes here when it
 * is signed with SHA-256 and a key of 1,024 bits.
 */
@EnabledIfSystemProperty(named = "dkim.corpus", matches = ".+")
class DkimCorpusTest {
  private static final Logger LOG = LoggerFactory.getLogger(DkimCorpusTest.class);
  private static final Path CORPUS = Path.of(System.getProperty("dkim.corpus", "."));

  private static final String PACKAGE = "org/apache/james/jdkim/";

  /** What the corpus expects to fail, or to count as not signed. */
  private static final Pattern NOT_GOOD =
      Pattern.compile("(?:badkey|ignore|bad|no_body|FAIL)_.*|multiple_1.*|.*(?:dk|ietf\\d+)_.*");

  private static final Pattern SIGNATURE =
      Pattern.compile("(?im)^DKIM-Signature:(?:.*\\R[ \\t])*.*$");

  private static final Pattern KEY_IN_TEST =
      Pattern.compile("addRecord\\(\\s*\"([^\"]+)\",\\s*\"([^\"]+)\",\\s*\"([^\"]+)\"\\)");

  /** A key of 1,024 bits and more, as it is published. */
  private static final Pattern LONG_KEY = Pattern.compile("p\\s*=\\s*[A-Za-z0-9+/]{200,}");

  @Test
  void what_is_good_and_strong_passes_and_nothing_else() throws IOException {
    Map<String, String> keys = new HashMap<>();
    FakeNames names = names(keys);
    Set<String> wanted = new TreeSet<>();
    Set<String> passed = new TreeSet<>();
    List<Path> mails = new ArrayList<>();
    for (String folder : List.of("corpus", "Mail-DKIM/corpus")) {
      try (Stream<Path> all = Files.list(CORPUS.resolve("resources/" + PACKAGE + folder))) {
        all.sorted().forEach(mails::add);
      }
    }
    for (Path mail : mails) {
      String name = String.valueOf(mail.getFileName());
      byte[] bytes = wire(mail);
      if (!NOT_GOOD.matcher(name).matches() && isStrong(bytes, keys)) {
        wanted.add(name);
      }
      RawMessage raw = RawMessage.of(bytes);
      Envelope envelope = new Envelope("", List.of(), "x.test", "192.0.2.7", false);
      String verdict =
          names
              .authentication()
              .check(envelope, new MimeReader().read(raw), raw)
              .authentication()
              .dkim();
      if (verdict.equals("pass")) {
        passed.add(name);
      }
    }
    LOG.info("{} mails, {} strong and good: {}", mails.size(), passed.size(), passed);
    assertFalse(wanted.isEmpty());
    assertEquals(wanted, passed);
  }

  /** Without the line that stands before mail in a folder. */
  private static byte[] wire(Path mail) throws IOException {
    String text = Files.readString(mail, StandardCharsets.ISO_8859_1);
    return text.replaceFirst("^From .*\\R", "")
        .replaceAll("\\R", "\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isStrong(byte[] mail, Map<String, String> keys) {
    Matcher signatures = SIGNATURE.matcher(new String(mail, StandardCharsets.ISO_8859_1));
    while (signatures.find()) {
      String signature = signatures.group().replaceAll("\\s", "");
      String key =
          keys.getOrDefault(tag(signature, "s") + "._domainkey." + tag(signature, "d"), "");
      if (tag(signature, "a").equals("rsa-sha256") && LONG_KEY.matcher(key).find()) {
        return true;
      }
    }
    return false;
  }

  private static String tag(String signature, String name) {
    Matcher tag = Pattern.compile("[:;]" + name + "=([^;]*)").matcher(signature);
    return tag.find() ? tag.group(1) : "";
  }

  private static FakeNames names(Map<String, String> keys) throws IOException {
    FakeNames names = new FakeNames();
    Path zone = CORPUS.resolve("resources/" + PACKAGE + "Mail-DKIM/FAKE_DNS.dat");
    for (String line : Files.readAllLines(zone)) {
      String[] parts = line.split(" ", 2);
      if (parts.length == 2 && parts[1].startsWith(" ") && !line.startsWith("#")) {
        keys.put(parts[0], parts[1].strip());
      } else if (parts.length == 2 && parts[1].startsWith("~~")) {
        names.failing(parts[0]);
      }
    }
    Matcher more =
        KEY_IN_TEST.matcher(
            Files.readString(CORPUS.resolve("java/" + PACKAGE + "FileBasedTest.java")));
    while (more.find()) {
      keys.put(more.group(1) + "._domainkey." + more.group(2), more.group(3));
    }
    keys.forEach(names::txt);
    return names;
  }
}
