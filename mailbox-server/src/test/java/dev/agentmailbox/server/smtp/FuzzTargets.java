package dev.agentmailbox.server.smtp;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.http.token.Binding;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.PageTokens;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import dev.agentmailbox.list.EntryNames;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.codes.CodesAndLinks;
import dev.agentmailbox.mime.html.HiddenContent;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.reply.ReplyHtml;
import dev.agentmailbox.mime.reply.ReplyText;
import dev.agentmailbox.mime.write.AddressParser;
import dev.agentmailbox.server.smtp.EnvelopePath.BadPath;
import dev.agentmailbox.service.sending.outcome.ReportReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * The doors through which bytes of strangers come in, each open to any bytes at all: whatever they
 * are, nothing may be thrown but a refusal, and no input of up to a mebibyte may take more than a
 * second of processor time.
 */
public enum FuzzTargets {
  MIME(FuzzTargets::mime),
  HEADERS(FuzzTargets::headers),
  ADDRESSES(FuzzTargets::addresses),
  HTML(FuzzTargets::html),
  REPLY(FuzzTargets::reply),
  REPORTS(FuzzTargets::reports),
  CODES(FuzzTargets::codes),
  JSON(FuzzTargets::json),
  TOKENS(FuzzTargets::tokens),
  SMTP(FuzzTargets::dialogue);

  private static final Duration MOST_CPU = Duration.ofSeconds(1);
  private static final int LONGEST_INPUT = 1024 * 1024;
  private static final int ANSWER_MILLIS = 10_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final MimeReader READER = new MimeReader();
  private static final TokenCodec CODEC = new TokenCodec(SigningKeys.of(new byte[32]));

  @SuppressWarnings("ImmutableEnumChecker") // each is a static method
  private final Consumer<byte[]> door;

  FuzzTargets(Consumer<byte[]> door) {
    this.door = door;
  }

  /** Gives an input to the door; fails when it is too slow three times, or throws. */
  public void accept(byte[] input) {
    byte[] bytes = input.length > LONGEST_INPUT ? Arrays.copyOf(input, LONGEST_INPUT) : input;
    long least = Long.MAX_VALUE;
    // What is compiled or collected meanwhile is no fault of the input.
    for (int turn = 0; turn < 3 && least > MOST_CPU.toNanos(); turn++) {
      long start = THREADS.getCurrentThreadCpuTime();
      door.accept(bytes);
      least = THREADS.getCurrentThreadCpuTime() - start;
    }
    if (least > MOST_CPU.toNanos()) {
      throw new AssertionError("slow: " + least / 1_000_000 + " ms for " + bytes.length);
    }
  }

  static FuzzTargets named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void mime(byte[] bytes) {
    RawMessage raw = RawMessage.of(bytes);
    try (OpenMessage opened = READER.open(raw)) {
      ParsedMessage message = opened.parsed();
      ReplyText.preview(message.text());
      opened.visit((leaf, content) -> content.transferTo(OutputStream.nullOutputStream()));
      for (ParsedAttachment file : message.attachments().stream().limit(3).toList()) {
        try (InputStream in = READER.openPart(raw, file.partPath())) {
          in.transferTo(OutputStream.nullOutputStream());
        }
      }
    } catch (IOException notEncodedAsItSays) {
      // The way to say so.
    }
  }

  private static void headers(byte[] bytes) {
    for (String start :
        new String[] {"", "Subject: ", "From: ", "References: ", "Content-Type: "}) {
      ByteArrayOutputStream header = new ByteArrayOutputStream();
      header.writeBytes(start.getBytes(StandardCharsets.US_ASCII));
      header.writeBytes(bytes);
      ParsedMessage message = READER.read(RawMessage.of(header.toByteArray()));
      message.headerMap();
      message.isAutomatic();
      message.isReport();
    }
  }

  private static void addresses(byte[] bytes) {
    String text = text(bytes);
    try {
      MailAddress address = AddressParser.parse("to", text);
      MailAddress again = AddressParser.parse("to", address.address());
      MailAddress shown = AddressParser.parse("to", address.display());
      if (!address.key().equals(again.key()) || !address.key().equals(shown.key())) {
        throw new AssertionError("the address has two forms");
      }
    } catch (IllegalArgumentException | MailboxException refused) {
      // The ways to refuse an address.
    }
    EntryNames.covering(text);
    authors(bytes);
    try {
      EnvelopePath.parse(text);
    } catch (BadPath refused) {
      // The way to refuse one.
    }
  }

  /** What is shown has one form, and is what is judged. */
  private static void authors(byte[] bytes) {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.writeBytes("From: ".getBytes(StandardCharsets.US_ASCII));
    header.writeBytes(bytes);
    ParsedMessage message = READER.read(RawMessage.of(header.toByteArray()));
    Set<String> domains = message.authorDomains();
    boolean bounded = domains.size() <= ParsedMessage.MAX_AUTHOR_DOMAINS;
    for (MailAddress author : message.headers().from()) {
      if (!author.equals(new MailAddress(author.name(), author.address()))) {
        throw new AssertionError("the author has two forms");
      }
      if (bounded && author.address().contains("@") && !domains.contains(author.domain())) {
        throw new AssertionError("an author is shown and not judged");
      }
    }
  }

  private static void html(byte[] bytes) {
    String html = text(bytes);
    HtmlText.toText(html);
    HtmlText.hiddenText(html);
    HiddenContent.of(html);
  }

  private static void reply(byte[] bytes) {
    ReplyText.newPart(text(bytes));
    ReplyHtml.newPart(text(bytes));
  }

  private static void reports(byte[] bytes) {
    try (OpenMessage message = READER.open(RawMessage.of(bytes))) {
      ReportReader.read(message, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void codes(byte[] bytes) {
    String text = text(bytes);
    CodesAndLinks.codes(text, text, text);
    CodesAndLinks.links(text, text, text);
    CodesAndLinks.codes(null, null, text);
    CodesAndLinks.links(null, null, text);
  }

  private static void json(byte[] bytes) {
    JsonNode node = StrictJson.readFields(bytes, new FieldProblems());
    if (node != null) {
      StrictJson.canonicalHash(node);
    }
    StrictJson.read(bytes, new FieldProblems());
  }

  private static void tokens(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    KeySecret.parse(text);
    refused(() -> new PageTokens(CODEC).open(text, Binding.NONE));
    refused(() -> new EventCursors(CODEC, Clock.systemUTC()).open(text, Binding.NONE));
    refused(() -> new DownloadLinks(CODEC, Clock.systemUTC(), "http://localhost").open(text));
  }

  private static void refused(Runnable opening) {
    try {
      opening.run();
    } catch (MailboxException refused) {
      return;
    }
    throw new AssertionError("a token that nobody signed was opened");
  }

  /** Started by the first input, for all of them. */
  private static final class Listener {
    private static final SmtpListener LISTENER = start();

    private static SmtpListener start() {
      try {
        return SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example"),
            new RecordingReceiver(),
            Clock.systemUTC());
      } catch (IOException noPort) {
        throw new UncheckedIOException(noPort);
      }
    }
  }

  private static void dialogue(byte[] bytes) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Listener.LISTENER.port())) {
      socket.setSoTimeout(ANSWER_MILLIS);
      Thread writer =
          new Thread(
              () -> {
                try {
                  socket.getOutputStream().write(bytes);
                  socket.shutdownOutput();
                } catch (IOException ended) {
                  // The listener had enough.
                }
              });
      writer.start();
      byte[] said = socket.getInputStream().readAllBytes();
      writer.join();
      for (String line : new String(said, StandardCharsets.ISO_8859_1).split("\r\n")) {
        if (!line.matches("[2345][0-9]{2}([ -][^\r\n]*)?")) {
          throw new AssertionError("not a reply");
        }
      }
    } catch (SocketException reset) {
      // A connection that is ended while bytes are under way.
    } catch (IOException silent) {
      throw new UncheckedIOException(Objects.toString(silent.getMessage()), silent);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
