package dev.agentmailbox.server.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/**
 * A certificate chain with its key. {@code toString} omits the key.
 *
 * @param chain leaf certificate first, at least one
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only
record TlsIdentity(X509Certificate[] chain, PrivateKey key) {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(chain);
  }

  @Override
  public String toString() {
    return "TlsIdentity[" + chain[0].getSubjectX500Principal() + "]";
  }
}
