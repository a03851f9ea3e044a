package dev.agentmailbox.server.authentication;

import org.apache.james.jdkim.tagvalue.SignatureRecordImpl;

/** The tags of one DKIM-Signature field, read more strictly than the library does. */
final class DkimTags extends SignatureRecordImpl {
  /** How far clocks may differ, in seconds. */
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

  /** Whether it says that it is of a later time than now. */
  boolean isEarly(long nowSeconds) {
    Long signed = getSignatureTimestamp();
    return signed != null && signed > nowSeconds + CLOCK_DRIFT_SECONDS;
  }

  /** Whether it ended, or ends before it began. */
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
   * Always the whole body: with a limit, anybody could add to a signed message. A signature with
   * {@code l=} is good only when it covers everything.
   */
  @Override
  public int getBodyHashLimit() {
    return -1;
  }
}
