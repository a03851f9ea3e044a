package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The messages of the mime4j test jar, with the part trees and decoded parts it expects. */
class Mime4jCorpusTest {
  /**
   * Messages where the answer is known to differ: what mime4j expects of each is named here, and
   * nothing else may differ.
   */
  private static final Map<String, String> KNOWN_DIFFERENCES =
      Map.ofEntries(
          Map.entry("badbound.msg", "no part is found: read as text, mime4j drops it"),
          Map.entry("missing-boundary.msg", "no part is found: read as text"),
          Map.entry("missing-inner-boundary.msg", "no part is found: read as text"),
          Map.entry("missing-inner-start-boundary.msg", "no part is found: read as text"),
          Map.entry("multipartnopart.msg", "no part is found: read as text"),
          Map.entry("malformedHeader-noheader.msg", "no header: read as text, mime4j drops it"),
          Map.entry("malformedHeaderStartsBody-noheader.msg", "no header: all of it is text"),
          Map.entry("hdr-fakeout.msg", "blank in the separating line: the text is kept"),
          Map.entry("basic-plain-with-bad-header-separator.msg", "the same: the text is kept"),
          Map.entry("ending-boundaries.msg", "text after a boundary on its line: no boundary here"),
          Map.entry("weird-boundary.msg", "blanks at a boundary's end, which RFC 2046 forbids"),
          Map.entry("very-long-boundary.msg", "blanks at a boundary's end"),
          Map.entry("very-very-long-boundary.msg", "boundary of 7,000 bytes: no boundary here"),
          Map.entry(
              "malformedHeaderStartsBody-nocrlfcrlf.msg", "one odd line in a header: skipped"),
          Map.entry("frag.msg", "cut base64: two more bytes are decoded"),
          Map.entry("multi-frag.msg", "cut base64: two more bytes are decoded"));

  @SuppressWarnings("ArrayRecordComponent")
  private record Example(String name, byte[] message, Document tree, Path directory) {}

  @Test
  void every_message_is_read_without_an_exception_and_keeps_its_bytes() throws Exception {
    MimeReader reader = new MimeReader();
    forEachExample(
        example -> {
          byte[] before = example.message().clone();
          ParsedMessage message = reader.read(RawMessage.of(example.message()));
          for (ParsedAttachment attachment : message.attachments()) {
            long size = drain(reader, example.message(), attachment.partPath());
            assertEquals(attachment.size(), size, example.name());
          }
          assertTrue(Arrays.equals(before, example.message()), example.name());
        });
  }

  @Test
  void part_trees_and_decoded_parts_agree_with_mime4j() throws Exception {
    Set<String> different = new TreeSet<>();
    List<String> seen = new ArrayList<>();
    forEachExample(
        example -> {
          seen.add(example.name());
          List<String> expected = new ArrayList<>();
          expected(example.tree().getDocumentElement(), example.directory(), expected);
          List<String> found = new ArrayList<>();
          found(example.message(), found);
          if (!expected.equals(found)) {
            different.add(example.name());
          }
        });
    assertEquals(80, seen.size());
    assertEquals(new TreeSet<>(KNOWN_DIFFERENCES.keySet()), different);
  }

  /** The tree in one line a node: {@code multipart}, {@code message}, or a leaf's bytes by hash. */
  private static void expected(Element element, Path directory, List<String> out)
      throws IOException {
    switch (element.getTagName()) {
      case "multipart", "message" -> {
        out.add(element.getTagName());
        NodeList children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
          if (children.item(i) instanceof Element child) {
            expected(child, directory, out);
          }
        }
        out.add("/" + element.getTagName());
      }
      case "body-part" -> {
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
          if (child instanceof Element nested) {
            expected(nested, directory, out);
          }
        }
      }
      case "text-body", "binary-body" ->
          out.add(leaf(Files.readAllBytes(directory.resolve(element.getAttribute("name")))));
      default -> {
        // Headers, preamble and epilogue are no parts.
      }
    }
  }

  private static void found(byte[] message, List<String> out) throws IOException {
    MimePart root =
        new MimeScanner(
                new Deadline(System::nanoTime, Duration.ofSeconds(10)),
                EnumSet.noneOf(MimeDefect.class))
            .scan(RawMessage.of(message).open());
    out.add("message");
    try (RawBytes raw = RawBytes.open(RawMessage.of(message))) {
      found(root, raw, out);
    }
    out.add("/message");
  }

  private static void found(MimePart part, RawBytes raw, List<String> out) throws IOException {
    if (part.isMultipart()) {
      out.add("multipart");
      for (MimePart child : part.children()) {
        found(child, raw, out);
      }
      out.add("/multipart");
      return;
    }
    try (InputStream in = TransferDecoding.open(part, raw.body(part))) {
      byte[] content = in.readAllBytes();
      if (part.mediaType().equals("message/rfc822")) {
        found(content, out);
      } else {
        out.add(leaf(content));
      }
    }
  }

  /** Line ends apart: mime4j normalises some of them. */
  private static String leaf(byte[] content) {
    String text = new String(content, java.nio.charset.StandardCharsets.ISO_8859_1);
    String lines = text.replace("\r\n", "\n").replace("\r", "\n");
    return lines.length() + "#" + Integer.toHexString(lines.hashCode());
  }

  private static long drain(MimeReader reader, byte[] message, String path) throws IOException {
    try (InputStream in = reader.openPart(RawMessage.of(message), path)) {
      return in.transferTo(java.io.OutputStream.nullOutputStream());
    }
  }

  private interface ExampleTest {
    void run(Example example) throws IOException;
  }

  private static void forEachExample(ExampleTest test) throws Exception {
    URL anchor = Mime4jCorpusTest.class.getResource("/mimetools-testmsgs/badfile.msg");
    String jar = String.valueOf(anchor).replaceFirst("!.*", "");
    try (FileSystem files = FileSystems.newFileSystem(URI.create(jar), Map.of())) {
      for (String directory : List.of("/testmsgs", "/mimetools-testmsgs")) {
        List<Path> messages;
        try (Stream<Path> all = Files.list(files.getPath(directory))) {
          messages = all.filter(path -> path.toString().endsWith(".msg")).sorted().toList();
        }
        for (Path message : messages) {
          test.run(example(message));
        }
      }
    }
  }

  private static Example example(Path message) throws Exception {
    String stem = message.toString().replaceFirst("\\.msg$", "");
    Path tree = message.resolveSibling(stem + "_decoded.xml");
    Document document;
    try (InputStream in = Files.newInputStream(tree)) {
      document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }
    return new Example(
        String.valueOf(message.getFileName()),
        Files.readAllBytes(message),
        document,
        message.resolveSibling("."));
  }
}
