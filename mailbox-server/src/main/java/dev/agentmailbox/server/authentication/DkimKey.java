package dev.agentmailbox.server.authentication;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.apache.james.jdkim.tagvalue.PublicKeyRecordImpl;

/** A DKIM key record (RFC 6376 section 3.6.1, RFC 8463 section 4). */
final class DkimKey extends PublicKeyRecordImpl {
  /** RFC 8301 section 3.2. */
  private static final int MIN_RSA_BITS = 1_024;

  /** Larger keys take too long to verify. */
  private static final int MAX_RSA_BITS = 8_192;

  private static final int ED25519_BYTES = 32;

  /**
   * @throws IllegalStateException when it is not a key record, or is revoked
   */
  DkimKey(String text) {
    super(text);
    validate();
  }

  /** {@code rsa} or {@code ed25519}. */
  boolean isOf(String type) {
    return String.valueOf(getValue("k")).equalsIgnoreCase(type);
  }

  /** Whether it may be used for mail. */
  boolean isForMail() {
    String services = String.valueOf(getValue("s"));
    for (String service : services.split(":", -1)) {
      if (service.strip().equals("*") || service.strip().equalsIgnoreCase("email")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Verifies.
   *
   * @param hash SHA-256 of the canonical header, for Ed25519
   * @param data the canonical header itself, for RSA
   * @throws GeneralSecurityException the key cannot be used
   */
  boolean verifies(byte[] hash, byte[] data, byte[] signature) throws GeneralSecurityException {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(String.valueOf(getValue("p")).replaceAll("\\s", ""));
    } catch (IllegalArgumentException noBase64) {
      throw new GeneralSecurityException("no key", noBase64);
    }
    boolean edwards = isOf("ed25519");
    Signature verifier = Signature.getInstance(edwards ? "Ed25519" : "SHA256withRSA");
    verifier.initVerify(edwards ? ed25519(key) : rsa(key));
    verifier.update(edwards ? hash : data);
    return verifier.verify(signature);
  }

  private static PublicKey rsa(byte[] encoded) throws GeneralSecurityException {
    PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
    int bits = key instanceof RSAPublicKey rsa ? rsa.getModulus().bitLength() : 0;
    if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS) {
      throw new GeneralSecurityException("key size");
    }
    return key;
  }

  /** RFC 8032 section 5.1.5: little endian, the sign of x in the last bit. */
  private static PublicKey ed25519(byte[] encoded) throws GeneralSecurityException {
    if (encoded.length != ED25519_BYTES) {
      throw new GeneralSecurityException("key size");
    }
    byte[] bigEndian = new byte[ED25519_BYTES];
    for (int i = 0; i < ED25519_BYTES; i++) {
      bigEndian[i] = encoded[ED25519_BYTES - 1 - i];
    }
    boolean odd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7f;
    EdECPoint point = new EdECPoint(odd, new BigInteger(1, bigEndian));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }
}
