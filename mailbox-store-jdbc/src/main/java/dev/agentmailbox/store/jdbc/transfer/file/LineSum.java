package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.hash.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * An order-independent checksum of lines: their number, and the sum of their SHA-256 hashes modulo
 * 2^256.
 */
public final class LineSum {
  private final MessageDigest sha = Sha256.digest();
  private final byte[] sum = new byte[Sha256.BYTES];
  private long lines;

  public void add(byte[] line) {
    byte[] hash = sha.digest(line);
    int carry = 0;
    for (int i = Sha256.BYTES - 1; i >= 0; i--) {
      int digit = (sum[i] & 0xff) + (hash[i] & 0xff) + carry;
      sum[i] = (byte) digit;
      carry = digit >> 8;
    }
    lines++;
  }

  public long lines() {
    return lines;
  }

  public String hex() {
    return HexFormat.of().formatHex(sum);
  }
}
