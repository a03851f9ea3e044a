package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.HeaderValue;
import dev.agentmailbox.mime.read.MimeDefect;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.mime.text.MailCharsets;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds links in attachments that programs show in place or open with one click: text, markup,
 * attached messages, PDF and Office documents. The first bytes and the name of a file count, not
 * only the declared type. What is too large or cannot be read counts as a link. Not looked into:
 * archives, Office documents up to 2003, pictures.
 */
final class FileLinks {
  /** Most bytes of a text that are searched. */
  static final int MAX_SEARCHED_BYTES = 1 << 20;

  /** Most bytes unpacked from a document. */
  private static final int MAX_UNPACKED_BYTES = 8 << 20;

  private static final int MAX_ENTRIES = 2_000;

  /** Most messages within each other. */
  private static final int MAX_NESTING = 4;

  private static final int HEAD = 1_024;
  private static final int CHUNK = 16 * 1024;

  private static final Set<MimeDefect> UNREAD =
      Set.of(
          MimeDefect.TOO_COMPLEX,
          MimeDefect.TOO_SLOW,
          MimeDefect.TEXT_TRUNCATED,
          MimeDefect.UNREADABLE_HTML,
          MimeDefect.UNREADABLE);

  /** First bytes of pictures, sound, films, fonts and closed formats, which hold no markup. */
  private static final List<String> CLOSED =
      List.of(
          "\u0089PNG\r\n",
          "\u00ff\u00d8\u00ff",
          "GIF8",
          "II*\0",
          "MM\0*",
          "RIFF",
          "ID3",
          "OggS",
          "fLaC",
          "wOFF",
          "wOF2",
          "\u001f\u008b\b",
          "7z\u00bc\u00af",
          "Rar!",
          "\u00d0\u00cf\u0011\u00e0");

  private static final Pattern MARKUP = Pattern.compile("<[A-Za-z!?]");

  /** Actions of PDF that leave the document, and encryption, which hides them. */
  private static final Pattern PDF_LINK =
      Pattern.compile("/(?:URI|Launch|GoToR|SubmitForm|ImportData|JavaScript|JS|Encrypt)\\b");

  /** Names of entries with which Office documents begin; other archives are not looked into. */
  private static final Pattern DOCUMENT =
      Pattern.compile("\\[Content_Types]\\.xml|mimetype|_rels/|docProps/|word/|xl/|ppt/");

  private static final Pattern DOCUMENT_LINK =
      Pattern.compile("TargetMode=[\"']External|HYPERLINK|xlink:href=[\"'][a-z]{1,20}:");

  private FileLinks() {}

  static boolean found(OutgoingAttachment file) {
    return found(file.filename(), file.contentType(), file.content(), 0);
  }

  private static boolean found(String name, String declared, byte[] content, int nesting) {
    String type = declared.toLowerCase(Locale.ROOT).strip();
    if (type.startsWith("message/external-body") || type.startsWith("message/partial")) {
      return true;
    }
    if (type.startsWith("message/") || name.toLowerCase(Locale.ROOT).endsWith(".eml")) {
      return inMessage(content, nesting);
    }
    String head = latin(content, HEAD);
    if (head.contains("%PDF-")) {
      return inPdf(content);
    }
    if (head.startsWith("PK\u0003\u0004")) {
      return DOCUMENT.matcher(head).find() && inDocument(content);
    }
    if (CLOSED.stream().anyMatch(head::startsWith) || head.startsWith("ftyp", 4)) {
      return false;
    }
    boolean written = isWritten(head);
    if (written && content.length > MAX_SEARCHED_BYTES) {
      return true;
    }
    String text = shown(declared, head, content);
    return written ? inText(text) : text.contains("://") || content.length > MAX_SEARCHED_BYTES;
  }

  private static String latin(byte[] content, int length) {
    return new String(content, 0, Math.min(length, content.length), StandardCharsets.ISO_8859_1);
  }

  /** As a mail client decodes it. */
  private static String shown(String declared, String head, byte[] content) {
    byte[] start = Arrays.copyOf(content, Math.min(content.length, MAX_SEARCHED_BYTES));
    Charset wide = charset(head);
    String label =
        wide.equals(StandardCharsets.UTF_8)
            ? HeaderValue.parse(declared).parameter("charset")
            : wide.name();
    return MailCharsets.decodeHtml(start, label, true);
  }

  private static boolean inText(String text) {
    return TextLinks.found(text) || (MARKUP.matcher(text).find() && HtmlPage.isLinked(text));
  }

  /** Whether it is text: without zeros, but for those of UTF-16. */
  private static boolean isWritten(String head) {
    return head.indexOf('\0') < 0 || !charset(head).equals(StandardCharsets.UTF_8);
  }

  private static Charset charset(String head) {
    if (head.startsWith("\u00ff\u00fe")) {
      return StandardCharsets.UTF_16LE;
    }
    if (head.startsWith("\u00fe\u00ff")) {
      return StandardCharsets.UTF_16BE;
    }
    int even = 0;
    int odd = 0;
    for (int i = 0; i < head.length(); i++) {
      if (head.charAt(i) == 0) {
        even += 1 - i % 2;
        odd += i % 2;
      }
    }
    if (odd > head.length() / 4 && even == 0) {
      return StandardCharsets.UTF_16LE;
    }
    return even > head.length() / 4 && odd == 0
        ? StandardCharsets.UTF_16BE
        : StandardCharsets.UTF_8;
  }

  private static boolean inMessage(byte[] content, int nesting) {
    if (nesting >= MAX_NESTING) {
      return true;
    }
    try (OpenMessage message = new MimeReader().open(RawMessage.of(content))) {
      ParsedMessage parsed = message.parsed();
      if (parsed.defects().stream().anyMatch(UNREAD::contains)
          || has(parsed.headers().subject())
          || has(parsed.text())
          || (parsed.html() != null && HtmlPage.isLinked(parsed.html()))) {
        return true;
      }
      return inParts(message, nesting);
    } catch (IOException | IllegalStateException unread) {
      return true;
    }
  }

  private static boolean has(@Nullable String text) {
    return text != null && TextLinks.found(text);
  }

  private static boolean inParts(OpenMessage message, int nesting) throws IOException {
    Map<String, String> attached = new HashMap<>();
    for (ParsedAttachment file : message.parsed().attachments()) {
      attached.put(file.partPath(), file.filename() == null ? "" : file.filename());
    }
    boolean[] found = new boolean[1];
    message.visit(
        (part, content) -> {
          String name = attached.get(part.path());
          if (name != null && !found[0]) {
            found[0] = found(name, part.contentType(), content.readAllBytes(), nesting + 1);
          }
        });
    return found[0];
  }

  private static boolean inPdf(byte[] content) {
    String pdf = latin(content, content.length);
    if (PDF_LINK.matcher(pdf).find()) {
      return true;
    }
    int left = MAX_UNPACKED_BYTES;
    for (int at = pdf.indexOf("/ObjStm"); at >= 0; at = pdf.indexOf("/ObjStm", at + 1)) {
      int start = pdf.indexOf("stream", at);
      if (start < 0) {
        return true;
      }
      start += "stream".length();
      start += pdf.startsWith("\r\n", start) ? 2 : 1;
      String objects = inflated(content, start, left);
      left -= objects.length();
      if (left <= 0 || PDF_LINK.matcher(objects).find()) {
        return true;
      }
      at = start;
    }
    return false;
  }

  /** What a compressed stream holds, and its limit's length when it holds more. */
  private static String inflated(byte[] content, int start, int maxBytes) {
    StringBuilder objects = new StringBuilder();
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(
          content, Math.min(start, content.length), Math.max(0, content.length - start));
      byte[] chunk = new byte[CHUNK];
      int count = inflater.inflate(chunk);
      while (count > 0 && objects.length() < maxBytes) {
        objects.append(latin(chunk, count));
        count = inflater.inflate(chunk);
      }
      return objects.toString();
    } catch (DataFormatException unread) {
      return "/Encrypt ";
    } finally {
      inflater.end();
    }
  }

  /** Office documents name what they link to in their relations. */
  private static boolean inDocument(byte[] content) {
    int left = MAX_UNPACKED_BYTES;
    int entries = 0;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(content))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        boolean written = entry.getName().endsWith(".rels") || entry.getName().endsWith(".xml");
        byte[] unpacked = zip.readNBytes(left);
        left -= unpacked.length;
        if (left <= 0 || ++entries > MAX_ENTRIES) {
          return true;
        }
        if (written && DOCUMENT_LINK.matcher(latin(unpacked, unpacked.length)).find()) {
          return true;
        }
      }
      return false;
    } catch (IOException | IllegalArgumentException unread) {
      return true;
    }
  }
}
