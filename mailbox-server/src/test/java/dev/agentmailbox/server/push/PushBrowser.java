package dev.agentmailbox.server.push;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The browser's side of a push: its keys, and decryption by RFC 8291 section 3.4. */
final class PushBrowser {
  private static final int SALT_BYTES = 16;
  private static final int POINT_BYTES = 65;
  private static final int RECORD_SIZE_BYTES = 4;

  private final KeyPair pair;
  private final byte[] secret = new byte[16];

  PushBrowser() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    new SecureRandom().nextBytes(secret);
  }

  String publicKey() {
    return text(point((ECPublicKey) pair.getPublic()));
  }

  String authSecret() {
    return text(secret);
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] point(ECPublicKey key) {
    byte[] x = key.getW().getAffineX().toByteArray();
    byte[] y = key.getW().getAffineY().toByteArray();
    byte[] point = new byte[POINT_BYTES];
    point[0] = 4;
    copyEnd(x, point, 33);
    copyEnd(y, point, POINT_BYTES);
    return point;
  }

  private static void copyEnd(byte[] number, byte[] to, int end) {
    int length = Math.min(32, number.length);
    System.arraycopy(number, number.length - length, to, end - length, length);
  }

  /** Reads an uncompressed point. */
  static PublicKey publicKey(byte[] point) {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec("secp256r1"));
      ECPoint w =
          new ECPoint(
              new BigInteger(1, Arrays.copyOfRange(point, 1, 33)),
              new BigInteger(1, Arrays.copyOfRange(point, 33, POINT_BYTES)));
      return KeyFactory.getInstance("EC")
          .generatePublic(
              new ECPublicKeySpec(w, parameters.getParameterSpec(ECParameterSpec.class)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String decrypt(byte[] message) {
    try {
      ByteBuffer in = ByteBuffer.wrap(message);
      byte[] salt = take(in, SALT_BYTES);
      take(in, RECORD_SIZE_BYTES);
      byte[] server = take(in, in.get());
      KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(pair.getPrivate());
      agreement.doPhase(publicKey(server), true);
      byte[] own = point((ECPublicKey) pair.getPublic());
      byte[] info = join("WebPush: info\0".getBytes(StandardCharsets.US_ASCII), own, server);
      byte[] material = hmac(hmac(secret, agreement.generateSecret()), join(info, new byte[] {1}));
      byte[] pseudorandom = hmac(salt, material);
      byte[] key = expand(pseudorandom, "Content-Encoding: aes128gcm\0", 16);
      byte[] nonce = expand(pseudorandom, "Content-Encoding: nonce\0", 12);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
      byte[] padded = cipher.doFinal(take(in, in.remaining()));
      int end = padded.length - 1;
      while (padded[end] == 0) {
        end--;
      }
      return new String(padded, 0, end, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("the browser cannot decrypt it", e);
    }
  }

  private static byte[] expand(byte[] key, String info, int length)
      throws GeneralSecurityException {
    byte[] text = join(info.getBytes(StandardCharsets.US_ASCII), new byte[] {1});
    return Arrays.copyOf(hmac(key, text), length);
  }

  private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text);
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
    Arrays.stream(parts).forEach(all::put);
    return all.array();
  }
}
