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

/** The hash input of a DKIM signature over header fields (RFC 6376 section 3.7). */
final class SignedHeader {
  /**
   * Fields that may occur only once. An added second one could be displayed instead of the signed
   * one (RFC 6376 section 8.15).
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

  /** Matches the value of {@code b=}, but not {@code bh=} or content of other tags. */
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

  /** Whether a single-occurrence field occurs more often than it was signed. */
  boolean omitsDuplicates() {
    return SINGLE.stream()
        .anyMatch(
            single -> {
              int count = header.named(single).size();
              long signed = names.stream().filter(single::equals).count();
              return count > 1 && signed < count;
            });
  }

  /**
   * The signed data.
   *
   * @param signature the DKIM-Signature field
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
