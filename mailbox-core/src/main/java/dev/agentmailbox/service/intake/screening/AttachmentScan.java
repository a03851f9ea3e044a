package dev.agentmailbox.service.intake.screening;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.read.LeafPart;
import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.text.MailCharsets;
import dev.agentmailbox.port.Screening.Mail;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inspects every attachment in one pass over the message: its type, by content first, and its text.
 * Attached messages are opened, {@link #MAX_NESTING} levels deep; deeper ones cannot be read. Costs
 * nothing for mail without attachments. Thread safe.
 */
final class AttachmentScan {
  /** Most bytes read of one text. */
  private static final int MAX_TEXT_BYTES = 64 * 1024;

  /** Most characters of all texts together. */
  private static final int MAX_TEXT = 256 * 1024;

  /** Most bytes read of an attached message. */
  private static final int MAX_INNER_BYTES = 8 * 1024 * 1024;

  /** Most messages within each other that are opened. */
  private static final int MAX_NESTING = 4;

  private static final int HEAD = 64 * 1024;
  private static final Duration TIME = Duration.ofSeconds(8);

  private final MimeReader reader;
  private final LongSupplier nanoTime;

  AttachmentScan(MimeReader reader) {
    this(reader, System::nanoTime);
  }

  AttachmentScan(MimeReader reader, LongSupplier nanoTime) {
    this.reader = reader;
    this.nanoTime = nanoTime;
  }

  /**
   * Scans the attachments.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code upstream_unavailable}: the HTML parser
   *     is at capacity
   * @throws UncheckedIOException the raw message cannot be read
   * @throws IllegalStateException the time limit was exceeded
   */
  AttachmentReport look(Mail mail) {
    if (mail.message().attachments().isEmpty()) {
      return AttachmentReport.NOTHING;
    }
    Scan scan = new Scan(new InspectionBudget(nanoTime, TIME));
    try (BoundedHtml.Turn turn = BoundedHtml.turn()) {
      scan.message(mail.content(), 0);
    } catch (IOException storage) {
      throw new UncheckedIOException("a message cannot be read", storage);
    }
    return new AttachmentReport(scan.dangerous, scan.unreadable, scan.text.toString());
  }

  /** Confined to one message. */
  private final class Scan {
    private final InspectionBudget budget;
    private final StringBuilder text = new StringBuilder();
    private boolean dangerous;
    private boolean unreadable;

    Scan(InspectionBudget budget) {
      this.budget = budget;
    }

    void message(OpenMessage message, int nesting) throws IOException {
      Set<String> attached =
          message.parsed().attachments().stream()
              .map(ParsedAttachment::partPath)
              .collect(Collectors.toUnmodifiableSet());
      message.visit(
          (part, content) -> {
            if (attached.contains(part.path())) {
              attachment(part, new BufferedInputStream(content, HEAD), nesting);
            }
          });
    }

    private void attachment(LeafPart part, BufferedInputStream content, int nesting)
        throws IOException {
      String name = part.filename() == null ? "" : part.filename();
      add(name);
      if (isMessage(name, part.contentType())) {
        inner(content.readNBytes(MAX_INNER_BYTES + 1), nesting);
        return;
      }
      if (part.contentType().startsWith("text/")) {
        content.mark(MAX_TEXT_BYTES);
        add(MailCharsets.decode(content.readNBytes(MAX_TEXT_BYTES - 1), part.charset(), true));
        content.reset();
      }
      dangerous |= new Inspector(budget).isDangerous(name, part.contentType(), content);
    }

    private void inner(byte[] bytes, int nesting) throws IOException {
      if (nesting >= MAX_NESTING || bytes.length > MAX_INNER_BYTES) {
        unreadable = true;
        return;
      }
      try (OpenMessage message = reader.open(RawMessage.of(bytes))) {
        ParsedMessage parsed = message.parsed();
        add(parsed.headers().subject());
        add(parsed.text());
        unreadable |=
            parsed.defects().contains(MimeDefect.UNREADABLE_HTML)
                || parsed.defects().contains(MimeDefect.TOO_COMPLEX);
        message(message, nesting + 1);
      }
    }

    private void add(@Nullable String more) {
      int room = MAX_TEXT - text.length();
      if (more != null && !more.isEmpty() && room > 0) {
        text.append(more, 0, Math.min(room, more.length())).append('\n');
      }
    }
  }

  private static boolean isMessage(String name, String type) {
    return type.equals("message/rfc822")
        || type.equals("message/global")
        || name.toLowerCase(Locale.ROOT).endsWith(".eml");
  }
}
