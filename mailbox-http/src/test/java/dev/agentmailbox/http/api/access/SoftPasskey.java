package dev.agentmailbox.http.api.access;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A browser and an authenticator with one ES256 key (Web Authentication Level 3, section 6.1); what
 * it is can be changed, so that it answers wrongly.
 */
public final class SoftPasskey {
  private static final int PRESENT = 0x01;
  private static final int VERIFIED = 0x04;
  private static final int WITH_KEY = 0x40;
  private static final int COORDINATE_BYTES = 32;

  final byte[] id = new byte[24];
  String origin = MailboxFixture.ORIGIN;
  String relyingParty = "localhost";
  boolean userVerified = true;
  int count;
  private final KeyPair keys;
  private String userHandle = "";

  public SoftPasskey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      keys = generator.generateKeyPair();
      new SecureRandom().nextBytes(id);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has P-256", e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private int flags() {
    return userVerified ? PRESENT | VERIFIED : PRESENT;
  }

  private byte[] client(String type, String challenge) {
    return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}"
        .formatted(type, challenge, origin)
        .getBytes(StandardCharsets.UTF_8);
  }

  private ObjectNode credential(ObjectNode response) {
    ObjectNode credential = TestServer.JSON.createObjectNode();
    credential.put("id", text(id)).put("rawId", text(id)).put("type", "public-key");
    credential.putObject("clientExtensionResults");
    credential.set("response", response);
    return credential;
  }

  /** Answers creation options. */
  public String create(JsonNode options) {
    userHandle = options.get("user").get("id").stringValue();
    byte[] client = client("webauthn.create", options.get("challenge").stringValue());
    ByteBuffer credential = ByteBuffer.allocate(18 + id.length);
    credential.put(new byte[16]).putShort((short) id.length).put(id);
    byte[] data = joined(head(flags() | WITH_KEY), credential.array(), coseKey());
    byte[] attestation =
        joined(
            new byte[] {(byte) 0xa3},
            named("fmt"),
            named("none"),
            named("attStmt"),
            new byte[] {(byte) 0xa0},
            named("authData"),
            ByteBuffer.allocate(3).put((byte) 0x59).putShort((short) data.length).array(),
            data);
    return credential(
            TestServer.JSON
                .createObjectNode()
                .put("clientDataJSON", text(client))
                .put("attestationObject", text(attestation)))
        .toString();
  }

  /** Answers request options. */
  public String get(JsonNode options) {
    count++;
    byte[] client = client("webauthn.get", options.get("challenge").stringValue());
    byte[] data = head(flags());
    return credential(
            TestServer.JSON
                .createObjectNode()
                .put("clientDataJSON", text(client))
                .put("authenticatorData", text(data))
                .put("signature", text(sign(joined(data, sha256(client)))))
                .put("userHandle", userHandle))
        .toString();
  }

  private byte[] head(int flags) {
    return ByteBuffer.allocate(37)
        .put(sha256(relyingParty.getBytes(StandardCharsets.UTF_8)))
        .put((byte) flags)
        .putInt(count)
        .array();
  }

  /** EC2, ES256, P-256 (RFC 9053, section 7.1.1). */
  private byte[] coseKey() {
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    return joined(
        new byte[] {(byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, COORDINATE_BYTES},
        coordinate(key.getW().getAffineX()),
        new byte[] {0x22, 0x58, COORDINATE_BYTES},
        coordinate(key.getW().getAffineY()));
  }

  private static byte[] coordinate(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] fixed = new byte[COORDINATE_BYTES];
    int length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE_BYTES - length, length);
    return fixed;
  }

  private static byte[] named(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return joined(new byte[] {(byte) (0x60 | bytes.length)}, bytes);
  }

  private byte[] sign(byte[] bytes) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
