package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.Texts;
import dev.agentmailbox.mime.text.FlowedText;
import dev.agentmailbox.mime.text.MailCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A node of the part tree: its header fields and the position of its body in the raw bytes. */
final class MimePart {
  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127}");

  private static final Pattern OF_FILES =
      Pattern.compile("application|audio|font|image|message|model|video");

  private final @Nullable MimePart parent;
  private final String path;
  private final List<RawField> fields = new ArrayList<>();
  private final List<MimePart> children = new ArrayList<>();
  private HeaderValue contentType = HeaderValue.EMPTY;
  private HeaderValue disposition = HeaderValue.EMPTY;
  private String mediaType = "text/plain";
  private long bodyStart = -1;
  private long bodyEnd = -1;

  private MimePart(@Nullable MimePart parent, String path) {
    this.parent = parent;
    this.path = path;
  }

  static MimePart root() {
    return new MimePart(null, "");
  }

  MimePart addChild() {
    String prefix = path.isEmpty() ? "" : path + ".";
    MimePart child = new MimePart(this, prefix + (children.size() + 1));
    children.add(child);
    return child;
  }

  void addField(RawField field) {
    fields.add(field);
  }

  /** Parses the fields that describe the body. */
  void headerDone(long bodyOffset) {
    bodyStart = bodyOffset;
    contentType = HeaderValue.parse(field("Content-Type"));
    disposition = HeaderValue.parse(field("Content-Disposition"));
    mediaType = typeOf(contentType.value());
  }

  /** What is no media type is text (RFC 2045 section 5.2), unless it looks like a file. */
  private String typeOf(String value) {
    if (value.isEmpty()) {
      boolean digest = parent != null && parent.mediaType.equals("multipart/digest");
      return digest ? "message/rfc822" : "text/plain";
    }
    int slash = value.indexOf('/');
    String pair =
        slash < 0
            ? value
            : value.substring(0, slash).strip() + "/" + value.substring(slash + 1).strip();
    Matcher type = MEDIA_TYPE.matcher(pair.startsWith("\"") ? pair.substring(1) : pair);
    if (type.lookingAt()) {
      return type.group();
    }
    if (value.startsWith("multipart")) {
      return "multipart/mixed";
    }
    boolean file = OF_FILES.matcher(value).lookingAt() || isAttachment() || fileName() != null;
    return file && !value.startsWith("text") ? "application/octet-stream" : "text/plain";
  }

  boolean isAttachment() {
    return disposition.value().equals("attachment");
  }

  /** Sanitized; null when neither Content-Disposition nor Content-Type has a usable name. */
  @Nullable String fileName() {
    String name = FileNames.clean(disposition.parameter("filename"));
    return name != null ? name : FileNames.clean(contentType.parameter("name"));
  }

  /** Decodes its content as text with LF line ends, by the parameters of its Content-Type. */
  String text(byte[] content, boolean cut) {
    String charset = contentType.parameter("charset");
    if (mediaType.equals("text/html")) {
      return Texts.clean(MailCharsets.decodeHtml(content, charset, cut));
    }
    String text = Texts.clean(MailCharsets.decode(content, charset, cut));
    return "flowed".equalsIgnoreCase(contentType.parameter("format"))
        ? FlowedText.join(text, "yes".equalsIgnoreCase(contentType.parameter("delsp")))
        : text;
  }

  /** The charset of the first text that names one; recursion is bounded by the scanner. */
  @Nullable String textCharset() {
    String charset = mediaType.startsWith("text/") ? contentType.parameter("charset") : null;
    for (int i = 0; charset == null && i < children.size(); i++) {
      charset = children.get(i).textCharset();
    }
    return charset;
  }

  /** Decodes the fields that are neither ASCII nor UTF-8 by the charset of the text. */
  void decodeFields(@Nullable String textCharset) {
    fields.replaceAll(field -> field.in(textCharset));
    contentType = HeaderValue.parse(field("Content-Type"));
    disposition = HeaderValue.parse(field("Content-Disposition"));
    children.forEach(child -> child.decodeFields(textCharset));
  }

  /** Drops a last part without header and content: its boundary was meant to be the closing one. */
  void dropEmptyEnd() {
    int last = children.size() - 1;
    if (last > 0 && children.get(last).isEmpty()) {
      children.remove(last);
    }
  }

  private boolean isEmpty() {
    return fields.isEmpty() && children.isEmpty() && bodyEnd - bodyStart <= 2;
  }

  /** Whether it is one form of the text, or the document that other parts belong to. */
  boolean isForm() {
    return parent != null
        && (parent.mediaType.equals("multipart/alternative")
            || parent.mediaType.equals("multipart/related"));
  }

  void bodyDone(long offset) {
    if (bodyStart < 0) {
      headerDone(offset);
    }
    bodyEnd = Math.max(bodyStart, offset);
  }

  /** Treats a multipart without parts as text. */
  void treatAsText() {
    mediaType = "text/plain";
  }

  /** Part path such as {@code 2.1}; the root of a message without multipart is part {@code 1}. */
  String path() {
    return path.isEmpty() ? "1" : path;
  }

  List<MimePart> children() {
    return children;
  }

  List<RawField> fields() {
    return fields;
  }

  /** The first field with that name, or an empty string. */
  String field(String name) {
    for (RawField field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.value();
      }
    }
    return "";
  }

  HeaderValue contentType() {
    return contentType;
  }

  HeaderValue disposition() {
    return disposition;
  }

  /** {@code type/subtype} in lower case. */
  String mediaType() {
    return mediaType;
  }

  boolean isRoot() {
    return parent == null;
  }

  boolean isMultipart() {
    return mediaType.startsWith("multipart/");
  }

  long bodyStart() {
    return bodyStart;
  }

  long bodyEnd() {
    return bodyEnd;
  }
}
