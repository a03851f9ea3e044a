package dev.agentmailbox.server.authentication;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * Signs mail as other services do, written for tests from RFC 6376 and RFC 8463 and sharing nothing
 * with what is tested.
 */
public final class TestSigner {
  private final KeyPair keys;
  private final boolean edwards;
  private final String domain;
  public String algorithm;
  public String extraTags = "";

  /** Characters of the body that are signed. */
  public int bodyLimit = Integer.MAX_VALUE;

  /** relaxed or simple; the header's form is always relaxed. */
  public String bodyForm = "relaxed";

  public String signedFields = "from:to:subject:date";

  private TestSigner(String domain, String type, int bits) {
    this.domain = domain;
    this.edwards = type.equals("Ed25519");
    this.algorithm = edwards ? "ed25519-sha256" : "rsa-sha256";
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
      if (!edwards) {
        generator.initialize(bits);
      }
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static TestSigner rsa(String domain) {
    return new TestSigner(domain, "RSA", 2_048);
  }

  public static TestSigner rsa(String domain, int bits) {
    return new TestSigner(domain, "RSA", bits);
  }

  public static TestSigner ed25519(String domain) {
    return new TestSigner(domain, "Ed25519", 0);
  }

  /** Where the key record stands. */
  public String recordName() {
    return "s1._domainkey." + domain;
  }

  public String record() {
    byte[] encoded = keys.getPublic().getEncoded();
    byte[] key =
        edwards ? Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length) : encoded;
    String type = edwards ? "ed25519" : "rsa";
    return "v=DKIM1; k=" + type + "; p=" + Base64.getEncoder().encodeToString(key);
  }

  /** The message with a signature before it; lines end with CRLF. */
  public String sign(String message) {
    try {
      int end = message.indexOf("\r\n\r\n");
      String body = body(message.substring(end + 4));
      String bodyHash =
          Base64.getEncoder()
              .encodeToString(
                  MessageDigest.getInstance("SHA-256")
                      .digest(bytes(body.substring(0, Math.min(bodyLimit, body.length())))));
      String field =
          "DKIM-Signature: v=1; a=%s; c=relaxed/%s; d=%s; s=s1;%s\r\n\th=%s; bh=%s;\r\n\tb="
              .formatted(algorithm, bodyForm, domain, extraTags, signedFields, bodyHash);
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      for (String name : signedFields.split(":", -1)) {
        String found = lastField(message.substring(0, end + 2), name);
        if (!found.isEmpty()) {
          data.writeBytes(bytes(relaxed(found) + "\r\n"));
        }
      }
      data.writeBytes(bytes(relaxed(field)));
      Signature signature = Signature.getInstance(edwards ? "Ed25519" : "SHA256withRSA");
      signature.initSign(keys.getPrivate());
      byte[] signed = data.toByteArray();
      signature.update(edwards ? MessageDigest.getInstance("SHA-256").digest(signed) : signed);
      return field + Base64.getEncoder().encodeToString(signature.sign()) + "\r\n" + message;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String body(String text) {
    boolean relaxed = bodyForm.equals("relaxed");
    StringBuilder body = new StringBuilder();
    for (String line : text.split("\r\n", -1)) {
      String kept = relaxed ? line.replaceAll("[ \t]+", " ").replaceAll(" $", "") : line;
      body.append(kept).append("\r\n");
    }
    String lines = body.toString().replaceAll("(\r\n)+$", "");
    return relaxed && lines.isEmpty() ? "" : lines + "\r\n";
  }

  private static String lastField(String header, String name) {
    String found = "";
    for (String field : header.split("\r\n(?![ \t])", -1)) {
      if (field.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        found = field;
      }
    }
    return found;
  }

  private static String relaxed(String field) {
    int colon = field.indexOf(':');
    String value = field.substring(colon + 1).replace("\r\n", "").replaceAll("[ \t]+", " ");
    return field.substring(0, colon).toLowerCase(Locale.ROOT) + ":" + value.strip();
  }
}
