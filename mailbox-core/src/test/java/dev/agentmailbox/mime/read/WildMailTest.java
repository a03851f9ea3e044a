package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Deadline;
import dev.agentmailbox.mime.text.MailCharsets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mail as it is found, read by hand and not kept here: {@code -Dwild.mail=DIR}. Every file below
 * DIR is read as a message, whatever it is; those that have a JSON file of {@code
 * stalwartlabs/mail-parser} beside them are compared with it.
 */
@EnabledIfSystemProperty(named = "wild.mail", matches = ".+")
class WildMailTest {
  private static final Path CORPUS = Path.of(System.getProperty("wild.mail", "."));
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Bytes that reading may allocate for each byte of a message, and for any message. */
  private static final long MEMORY_FACTOR = 40;

  private static final long MEMORY_BASE = 16L << 20;

  private final MimeReader reader = new MimeReader();

  @Test
  void every_file_is_read_in_time_and_within_memory_and_without_an_exception() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int count = 0;
    for (Path file : files("")) {
      byte[] bytes = Files.readAllBytes(file);
      byte[] before = bytes.clone();
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long cpu = threads.getCurrentThreadCpuTime();
      RawMessage raw = RawMessage.of(bytes);
      ParsedMessage message = reader.read(raw);
      long took = threads.getCurrentThreadAllocatedBytes() - allocated;
      for (ParsedAttachment attachment : message.attachments()) {
        try (InputStream in = reader.openPart(raw, attachment.partPath())) {
          assertEquals(attachment.size(), in.transferTo(OutputStream.nullOutputStream()));
        }
      }
      cpu = threads.getCurrentThreadCpuTime() - cpu;
      assertTrue(cpu < LONGEST.toNanos(), () -> file + " took too long");
      assertTrue(
          took < MEMORY_BASE + MEMORY_FACTOR * bytes.length,
          () -> file + " took " + took + " bytes");
      assertTrue(Arrays.equals(before, bytes), () -> file + " was changed");
      count++;
    }
    log("{0} files read", count);
  }

  @Test
  void fields_and_decoded_parts_agree_with_mail_parser() throws IOException {
    Set<String> fields = new TreeSet<>();
    Set<String> parts = new TreeSet<>();
    int count = 0;
    for (Path file : files(".eml")) {
      Path json = file.resolveSibling(stem(file) + ".json");
      if (Files.exists(json)) {
        count++;
        JsonNode expected = JsonMapper.shared().readTree(Files.readAllBytes(json));
        byte[] bytes = Files.readAllBytes(file);
        if (!fields(expected).equals(fields(reader.read(RawMessage.of(bytes))))) {
          fields.add(String.valueOf(CORPUS.relativize(file)));
        }
        List<String> wanted = new ArrayList<>();
        leaves(expected, wanted);
        List<String> found = new ArrayList<>();
        leaves(bytes, found);
        if (!wanted.equals(found)) {
          parts.add(String.valueOf(CORPUS.relativize(file)));
        }
      }
    }
    log("of {0}: subject, from, to differ in {1}: {2}", count, fields.size(), fields);
    log("of {0}: decoded parts differ in {1}: {2}", count, parts.size(), parts);
    assertTrue(parts.size() * 4 <= count, parts.toString());
    assertTrue(fields.size() * 4 <= count, fields.toString());
  }

  /** Subject, then addresses of From and To. */
  private static List<String> fields(JsonNode expected) {
    List<String> out = new ArrayList<>();
    List<String> names = List.of("subject", "from", "to");
    for (String name : names) {
      JsonNode last = JsonMapper.shared().nullNode();
      for (JsonNode header : expected.path("parts").path(0).path("headers")) {
        boolean first = last.isNull() || !name.equals("subject");
        if (header.path("name").asString("").equals(name) && first) {
          last = header.path("value");
        }
      }
      if (name.equals("subject")) {
        out.add(last.path("Text").asString("").strip());
      } else {
        last.findValuesAsString("address").stream().sorted().forEach(out::add);
      }
      out.add("/");
    }
    return out;
  }

  private static List<String> fields(ParsedMessage message) {
    List<String> out = new ArrayList<>();
    String subject = message.headers().subject();
    out.add(subject == null ? "" : subject.strip());
    out.add("/");
    message.headers().from().stream().map(a -> a.address()).sorted().forEach(out::add);
    out.add("/");
    message.headers().to().stream().map(a -> a.address()).sorted().forEach(out::add);
    out.add("/");
    return out;
  }

  private static void leaves(JsonNode message, List<String> out) {
    for (JsonNode part : message.path("parts")) {
      JsonNode body = part.path("body");
      if (body.has("Message")) {
        leaves(body.path("Message"), out);
      } else if (body.has("Text") || body.has("Html")) {
        out.add(comparable(body.path(body.has("Text") ? "Text" : "Html").asString()));
      } else if (body.has("Binary") || body.has("InlineBinary")) {
        JsonNode numbers = body.path(body.has("Binary") ? "Binary" : "InlineBinary");
        byte[] bytes = new byte[numbers.size()];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) numbers.get(i).asInt();
        }
        out.add(comparable(new String(bytes, StandardCharsets.ISO_8859_1)));
      }
    }
  }

  private static void leaves(byte[] message, List<String> out) throws IOException {
    MimePart root =
        new MimeScanner(new Deadline(System::nanoTime, LONGEST), EnumSet.noneOf(MimeDefect.class))
            .scan(RawMessage.of(message).open());
    try (RawBytes raw = RawBytes.open(RawMessage.of(message))) {
      leaves(root, raw, out);
    }
  }

  private static void leaves(MimePart part, RawBytes raw, List<String> out) throws IOException {
    for (MimePart child : part.children()) {
      leaves(child, raw, out);
    }
    if (part.isMultipart()) {
      return;
    }
    try (InputStream in = TransferDecoding.open(part, raw.body(part))) {
      byte[] content = in.readAllBytes();
      if (part.mediaType().equals("message/rfc822")) {
        leaves(content, out);
      } else if (part.mediaType().startsWith("text/")) {
        String label = part.contentType().parameter("charset");
        out.add(comparable(MailCharsets.decode(content, label, false)));
      } else {
        out.add(comparable(new String(content, StandardCharsets.ISO_8859_1)));
      }
    }
  }

  /** Line ends, and blanks around the whole, apart. */
  private static String comparable(String text) {
    return text.replace("\r\n", "\n").replace("\u0000", "").strip();
  }

  private static String stem(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
  }

  private static List<Path> files(String end) throws IOException {
    try (Stream<Path> all = Files.walk(CORPUS)) {
      return all.filter(file -> Files.isRegularFile(file) && file.toString().endsWith(end))
          .sorted()
          .toList();
    }
  }

  private static void log(String words, Object... values) {
    System.getLogger("mime").log(System.Logger.Level.INFO, words, values);
  }
}
