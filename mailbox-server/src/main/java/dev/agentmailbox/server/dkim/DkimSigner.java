package dev.agentmailbox.server.dkim;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.server.dkim.HeaderLines.Field;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
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
 * <p>Single-occurrence fields are oversigned, so that adding another breaks the signature (section
 * 5.4.2). Thread safe.
 */
public final class DkimSigner {
  /** Signed when present, and oversigned. */
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

  /** Signed when present. */
  private static final List<String> SIGNED =
      List.of("message-id", "in-reply-to", "references", "auto-submitted");

  private static final int READ_BYTES = 16 * 1024;
  private static final int LINE_CHARACTERS = 76;
  private static final String FOLD = "\r\n\t";

  private final List<DkimKey> keys;
  private final Set<String> domains;

  /**
   * @param keys one signature each, in this order from the top
   * @param domains lower case; mail from other domains is not signed
   */
  public DkimSigner(List<DkimKey> keys, List<String> domains) {
    this.keys = List.copyOf(keys);
    this.domains = Set.copyOf(domains);
  }

  /**
   * The signature fields to prepend to a message.
   *
   * @param at signature timestamp
   * @return whole lines; empty unless the message has exactly one From of one of the domains
   * @throws IOException the message cannot be read
   */
  public Optional<byte[]> signatures(RawMessage message, Instant at) throws IOException {
    try (InputStream in = new BufferedInputStream(message.open(), READ_BYTES)) {
      HeaderLines header = HeaderLines.read(in);
      Optional<String> domain = domain(header);
      if (domain.isEmpty()) {
        return Optional.empty();
      }
      CanonicalBody body = new CanonicalBody(CanonicalBody.Form.RELAXED);
      in.transferTo(body);
      String bodyHash = Base64.getEncoder().encodeToString(body.finish());
      StringBuilder all = new StringBuilder();
      for (DkimKey key : keys) {
        all.append(field(key, header, domain.get(), bodyHash, at));
      }
      return Optional.of(all.toString().getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a valid key failed to sign", e);
    }
  }

  private Optional<String> domain(HeaderLines header) {
    List<Field> from = header.named("from");
    if (!header.wellFormed() || from.size() != 1) {
      return Optional.empty();
    }
    String value = from.get(0).trimmed();
    int open = value.lastIndexOf('<');
    int close = value.lastIndexOf('>');
    String address = open >= 0 && close > open ? value.substring(open + 1, close) : value;
    String domain = address.substring(address.lastIndexOf('@') + 1).strip();
    return Optional.of(domain.toLowerCase(Locale.ROOT)).filter(domains::contains);
  }

  private static String field(
      DkimKey key, HeaderLines header, String domain, String bodyHash, Instant at)
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
    signed.append(new Field("dkim-signature", "DKIM-Signature:" + unsigned).relaxed());
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
      HeaderLines header, String name, List<String> names, StringBuilder signed) {
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
