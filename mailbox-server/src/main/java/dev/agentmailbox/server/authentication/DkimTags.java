package dev.agentmailbox.server.authentication;

import org.apache.james.jdkim.tagvalue.SignatureRecordImpl;

/** The tags of a DKIM-Signature field, parsed more strictly than by the library. */
final class DkimTags extends SignatureRecordImpl {
  /** Tolerated clock skew, in seconds. */
  private static final long CLOCK_DRIFT_SECONDS = 300;

  /**
   * @throws IllegalStateException when RFC 6376 does not allow it
   */
  DkimTags(String value) {
    super(value);
  }

  String algorithm() {
    return String.valueOf(getValue("a"));
  }

  String domain() {
    return getDToken().toString();
  }

  String selector() {
    return getSelector().toString();
  }

  /** Whether its timestamp is in the future. */
  boolean isEarly(long nowSeconds) {
    Long signed = getSignatureTimestamp();
    return signed != null && signed > nowSeconds + CLOCK_DRIFT_SECONDS;
  }

  /** Whether it has expired, or expires before its timestamp. */
  boolean isExpired(long nowSeconds) {
    CharSequence expires = getValue("x");
    if (expires == null) {
      return false;
    }
    long end = Long.parseLong(expires.toString());
    Long signed = getSignatureTimestamp();
    return end < nowSeconds || (signed != null && end <= signed);
  }

  /**
   * Always the whole body: with a limit, anyone could append to a signed message. A signature with
   * {@code l=} is valid only when it covers everything.
   */
  @Override
  public int getBodyHashLimit() {
    return -1;
  }
}
