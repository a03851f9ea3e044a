package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dkim.HeaderLines;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The header fields a DKIM signature covers, in the form it is made over (RFC 6376 section 3.7).
 */
final class SignedHeader {
  /**
   * Fields that mail has once. A second one, put before those that were signed, would be shown
   * instead of them (RFC 6376 section 8.15).
   */
  private static final Set<String> SINGLE =
      Set.of(
          "from",
          "sender",
          "reply-to",
          "to",
          "cc",
          "subject",
          "date",
          "message-id",
          "in-reply-to",
          "references",
          "mime-version",
          "content-type",
          "content-transfer-encoding");

  /** The value of {@code b=}, and nothing of {@code bh=} or of what other values hold. */
  private static final Pattern SIGNATURE_VALUE =
      Pattern.compile("(^|;)([ \\t\\r\\n]*+b[ \\t\\r\\n]*+=)[^;]*+");

  private final HeaderLines header;
  private final List<String> names;
  private final boolean relaxed;

  /**
   * @param names of {@code h=}
   */
  SignedHeader(HeaderLines header, List<String> names, boolean relaxed) {
    this.header = header;
    this.names = names.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    this.relaxed = relaxed;
  }

  /** Whether a field that mail has once stands in the message more often than it was signed. */
  boolean leavesDuplicatesOut() {
    return SINGLE.stream()
        .anyMatch(
            single -> {
              int count = header.named(single).size();
              long signed = names.stream().filter(single::equals).count();
              return count > 1 && signed < count;
            });
  }

  /**
   * What was signed.
   *
   * @param signature the signature's own field
   */
  byte[] bytes(HeaderLines.Field signature) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(1024);
    Map<String, Integer> used = new HashMap<>();
    for (String name : names) {
      List<HeaderLines.Field> fields = header.named(name);
      int taken = used.merge(name, 1, Integer::sum);
      if (taken <= fields.size()) {
        all.writeBytes(canonical(fields.get(fields.size() - taken)));
        all.writeBytes(new byte[] {'\r', '\n'});
      }
    }
    int colon = signature.raw().indexOf(':') + 1;
    String value = signature.raw().substring(colon);
    all.writeBytes(
        canonical(
            new HeaderLines.Field(
                signature.name(),
                signature.raw().substring(0, colon)
                    + SIGNATURE_VALUE.matcher(value).replaceFirst("$1$2"))));
    return all.toByteArray();
  }

  private byte[] canonical(HeaderLines.Field field) {
    return (relaxed ? field.relaxed() : field.raw()).getBytes(StandardCharsets.ISO_8859_1);
  }
}
