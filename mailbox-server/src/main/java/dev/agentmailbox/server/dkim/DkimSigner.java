package dev.agentmailbox.server.dkim;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.server.dkim.HeaderFields.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Signs messages (RFC 6376 section 5, RFC 8463): relaxed/relaxed, one signature for each key, d=
 * the domain of From so that it aligns, no l=.
 *
 * <p>A field that may occur once is named once more than it occurs, so that one added later breaks
 * the signature (section 5.4.2). Thread safe.
 */
public final class DkimSigner {
  /** Signed when there, and guarded against another one. */
  private static final List<String> GUARDED =
      List.of(
          "from",
          "to",
          "cc",
          "subject",
          "date",
          "reply-to",
          "mime-version",
          "content-type",
          "content-transfer-encoding");

  /** Signed when there. */
  private static final List<String> SIGNED =
      List.of("message-id", "in-reply-to", "references", "auto-submitted");

  private static final int MAX_HEADER_BYTES = 1024 * 1024;
  private static final int READ_BYTES = 16 * 1024;
  private static final int LINE_CHARACTERS = 76;
  private static final String FOLD = "\r\n\t";

  private final List<DkimKey> keys;
  private final Set<String> domains;

  /**
   * @param keys one signature each, in this order from the top
   * @param domains lower case; mail from others is left unsigned
   */
  public DkimSigner(List<DkimKey> keys, List<String> domains) {
    this.keys = List.copyOf(keys);
    this.domains = Set.copyOf(domains);
  }

  /**
   * The signature fields to put in front of a message.
   *
   * @param at the time they tell
   * @return whole lines; empty when the message has not exactly one From of a domain of ours
   * @throws IOException the message cannot be read
   */
  public Optional<byte[]> signatures(RawMessage message, Instant at) throws IOException {
    try (InputStream in = message.open()) {
      MessageDigest hash = Sha256.digest();
      RelaxedBody body = new RelaxedBody(hash);
      Optional<HeaderFields> header = read(in, body);
      Optional<String> domain = header.flatMap(this::domain);
      if (header.isEmpty() || domain.isEmpty()) {
        return Optional.empty();
      }
      String bodyHash = Base64.getEncoder().encodeToString(body.finish());
      StringBuilder all = new StringBuilder();
      for (DkimKey key : keys) {
        all.append(field(key, header.get(), domain.get(), bodyHash, at));
      }
      return Optional.of(all.toString().getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key that worked does not work", e);
    }
  }

  /** Reads all of it: the header is kept, the body only hashed. */
  private static Optional<HeaderFields> read(InputStream in, RelaxedBody body) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    byte[] buffer = new byte[READ_BYTES];
    boolean inBody = false;
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      if (inBody) {
        body.update(buffer, 0, length);
        continue;
      }
      header.write(buffer, 0, length);
      byte[] seen = header.toByteArray();
      int end = headerEnd(seen);
      if (end >= 0) {
        inBody = true;
        body.update(seen, end, seen.length);
        header.reset();
        header.write(seen, 0, end);
      } else if (seen.length > MAX_HEADER_BYTES) {
        return Optional.empty();
      }
    }
    return Optional.of(HeaderFields.parse(header.toString(StandardCharsets.ISO_8859_1)));
  }

  /** Where the body begins; -1 when the empty line has not come yet. */
  private static int headerEnd(byte[] bytes) {
    for (int i = 3; i < bytes.length; i++) {
      if (bytes[i] == '\n'
          && bytes[i - 1] == '\r'
          && bytes[i - 2] == '\n'
          && bytes[i - 3] == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  private Optional<String> domain(HeaderFields header) {
    List<Field> from = header.named("from");
    if (from.size() != 1) {
      return Optional.empty();
    }
    String value = from.get(0).unfolded();
    int open = value.lastIndexOf('<');
    int close = value.lastIndexOf('>');
    String address = open >= 0 && close > open ? value.substring(open + 1, close) : value;
    String domain = address.substring(address.lastIndexOf('@') + 1).strip();
    return Optional.of(domain.toLowerCase(Locale.ROOT)).filter(domains::contains);
  }

  private static String field(
      DkimKey key, HeaderFields header, String domain, String bodyHash, Instant at)
      throws GeneralSecurityException {
    List<String> names = new ArrayList<>();
    StringBuilder signed = new StringBuilder();
    for (String name : GUARDED) {
      take(header, name, names, signed);
      names.add(name);
    }
    for (String name : SIGNED) {
      take(header, name, names, signed);
    }
    String unsigned =
        " v=1; a="
            + key.signatureTag()
            + "; c=relaxed/relaxed;"
            + FOLD
            + "d="
            + domain
            + "; s="
            + key.selector()
            + ";"
            + FOLD
            + "t="
            + at.getEpochSecond()
            + "; h="
            + folded(names)
            + ";"
            + FOLD
            + "bh="
            + bodyHash
            + ";"
            + FOLD
            + "b=";
    signed.append(new Field("dkim-signature", unsigned).relaxed());
    byte[] input = signed.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] hashed =
        key.algorithm() == DkimKey.Algorithm.ED25519 ? Sha256.digest().digest(input) : input;
    String signature =
        Base64.getMimeEncoder(LINE_CHARACTERS - 4, FOLD.getBytes(StandardCharsets.US_ASCII))
            .encodeToString(key.sign(hashed));
    return "DKIM-Signature:" + unsigned + signature + "\r\n";
  }

  /** All fields of the name, the lowest first (section 5.4.2). */
  private static void take(
      HeaderFields header, String name, List<String> names, StringBuilder signed) {
    List<Field> fields = header.named(name);
    for (int i = fields.size() - 1; i >= 0; i--) {
      names.add(name);
      signed.append(fields.get(i).relaxed()).append("\r\n");
    }
  }

  private static String folded(List<String> names) {
    StringBuilder text = new StringBuilder();
    int line = LINE_CHARACTERS / 2;
    for (String name : names) {
      if (text.length() > 0) {
        text.append(':');
      }
      if (line + name.length() > LINE_CHARACTERS) {
        text.append(FOLD);
        line = 0;
      }
      text.append(name);
      line += name.length() + 1;
    }
    return text.toString();
  }
}
