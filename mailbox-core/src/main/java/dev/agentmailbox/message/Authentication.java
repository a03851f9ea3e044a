package dev.agentmailbox.message;

import org.jspecify.annotations.Nullable;

/**
 * What SPF, DKIM and DMARC said of an inbound message: each one of pass, fail, softfail, neutral,
 * none, temperror, permerror.
 *
 * @param alignedDomain the author's domain, when something passed for it
 */
public record Authentication(
    String spf, String dkim, String dmarc, @Nullable String alignedDomain) {
  /** Nothing was checked. */
  public static final Authentication NONE = new Authentication("none", "none", "none", null);
}
