package dev.agentmailbox.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What SPF, DKIM and DMARC said of an inbound message: each one of pass, fail, softfail, neutral,
 * none, temperror, permerror.
 *
 * @param alignedDomain the author's domain, when something passed for it
 * @param signatures what each DKIM signature said, in the order of the message; evidence that is
 *     kept and not shown
 */
public record Authentication(
    String spf,
    String dkim,
    String dmarc,
    @Nullable String alignedDomain,
    List<SignatureCheck> signatures) {
  /** Nothing was checked. */
  public static final Authentication NONE = new Authentication("none", "none", "none", null);

  /** The checks could not be made. */
  public static final Authentication TEMPERROR =
      new Authentication("temperror", "temperror", "temperror", null);

  public Authentication {
    // Rows written before signatures were kept have none.
    signatures = signatures == null ? List.of() : List.copyOf(signatures);
  }

  public Authentication(String spf, String dkim, String dmarc, @Nullable String alignedDomain) {
    this(spf, dkim, dmarc, alignedDomain, List.of());
  }

  /** Mail the service itself handed over, so that its author is known without asking. */
  public static Authentication ofService(@Nullable String authorDomain) {
    return new Authentication("none", "none", authorDomain == null ? "none" : "pass", authorDomain);
  }

  /** Whether something passed for the domain of the author that is shown. */
  public boolean isAligned() {
    return alignedDomain != null;
  }

  /**
   * One DKIM signature.
   *
   * @param domain its {@code d=}, cut to 253 characters
   * @param selector its {@code s=}, cut to 253 characters
   * @param result pass, fail, temperror or permerror
   * @param reason one of a small set of words; empty for pass
   */
  public record SignatureCheck(String domain, String selector, String result, String reason) {}
}
