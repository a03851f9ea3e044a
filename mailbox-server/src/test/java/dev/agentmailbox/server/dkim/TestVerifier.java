package dev.agentmailbox.server.dkim;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Verifies relaxed/relaxed signatures from the words of RFC 6376, sharing no code with the signer.
 */
final class TestVerifier {
  private final Map<String, String> records = new HashMap<>();

  /** Publishes a record under {@code selector._domainkey.domain}. */
  TestVerifier publish(String selector, String domain, String record) {
    records.put(selector + "._domainkey." + domain, record);
    return this;
  }

  /** The verdict on each signature from the top: {@code pass}, or what does not fit. */
  List<String> verify(byte[] message) throws GeneralSecurityException {
    String text = new String(message, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    String header = end < 0 ? text : text.substring(0, end + 2);
    String body = end < 0 ? "" : text.substring(end + 4);
    List<String> fields = List.of(header.split("\r\n(?![ \t])"));
    List<String> verdicts = new ArrayList<>();
    for (String field : fields) {
      if (field.toLowerCase(Locale.ROOT).startsWith("dkim-signature:")) {
        verdicts.add(verify(field, fields, body));
      }
    }
    return verdicts;
  }

  private String verify(String field, List<String> fields, String body)
      throws GeneralSecurityException {
    Map<String, String> tags = tags(field.substring(field.indexOf(':') + 1));
    String hash = base64(MessageDigest.getInstance("SHA-256").digest(bytes(canonical(body))));
    if (!hash.equals(tags.get("bh"))) {
      return "body";
    }
    List<String> left = new ArrayList<>(fields);
    StringBuilder input = new StringBuilder();
    for (String name : tag(tags, "h").toLowerCase(Locale.ROOT).split("\\s*:\\s*")) {
      for (int i = left.size() - 1; i >= 0; i--) {
        if (name(left.get(i)).equals(name)) {
          input.append(relaxed(left.remove(i))).append("\r\n");
          break;
        }
      }
    }
    input.append(relaxed(field).replaceFirst("([; ]b=)[^;]*$", "$1"));
    String record = records.get(tag(tags, "s") + "._domainkey." + tag(tags, "d"));
    if (record == null) {
      return "no key";
    }
    boolean ed25519 = tag(tags, "a").startsWith("ed25519");
    Signature verifier = Signature.getInstance(ed25519 ? "Ed25519" : "SHA256withRSA");
    verifier.initVerify(key(tag(tags(record), "p"), ed25519));
    byte[] signed = bytes(input.toString());
    verifier.update(ed25519 ? MessageDigest.getInstance("SHA-256").digest(signed) : signed);
    byte[] signature = Base64.getDecoder().decode(tag(tags, "b").replaceAll("\\s", ""));
    return verifier.verify(signature) ? "pass" : "signature";
  }

  private static PublicKey key(String published, boolean ed25519) throws GeneralSecurityException {
    byte[] bytes = Base64.getDecoder().decode(published);
    if (ed25519) {
      String prefix = "302a300506032b6570032100";
      bytes = HexFormat.of().parseHex(prefix + HexFormat.of().formatHex(bytes));
    }
    return KeyFactory.getInstance(ed25519 ? "Ed25519" : "RSA")
        .generatePublic(new X509EncodedKeySpec(bytes));
  }

  private static String tag(Map<String, String> tags, String name) {
    return Objects.requireNonNull(tags.get(name), name);
  }

  private static Map<String, String> tags(String list) {
    Map<String, String> tags = new HashMap<>();
    for (String tag : list.split(";")) {
      int equals = tag.indexOf('=');
      if (equals > 0) {
        String value = tag.substring(equals + 1).replaceAll("\r\n[ \t]+", " ").strip();
        tags.put(tag.substring(0, equals).strip(), value);
      }
    }
    return tags;
  }

  private static String name(String field) {
    int colon = field.indexOf(':');
    return colon < 0 ? "" : field.substring(0, colon).strip().toLowerCase(Locale.ROOT);
  }

  private static String relaxed(String field) {
    String value = field.substring(field.indexOf(':') + 1);
    String unfolded = value.replace("\r\n", "").replaceAll("[ \t]+", " ");
    return name(field) + ":" + unfolded.replaceAll("^ ", "").replaceAll(" $", "");
  }

  private static String canonical(String body) {
    String lines = body.replaceAll("[ \t]+\r\n", "\r\n").replaceAll("[ \t]+", " ");
    if (!lines.endsWith("\r\n")) {
      lines = lines.replaceAll(" $", "") + "\r\n";
    }
    return lines.replaceAll("(\r\n)+$", "\r\n").replaceAll("^\r\n$", "");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
