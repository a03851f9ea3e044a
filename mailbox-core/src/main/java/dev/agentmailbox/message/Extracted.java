package dev.agentmailbox.message;

import java.util.List;

/**
 * One-time codes and verification links of an inbound message, in text order, at most ten each.
 * Links are not followed.
 */
public record Extracted(List<Code> codes, List<Link> links) {
  public static final Extracted NONE = new Extracted(List.of(), List.of());

  public Extracted {
    codes = List.copyOf(codes);
    links = List.copyOf(links);
  }

  /**
   * A code.
   *
   * @param code without blanks and hyphens between groups of digits
   * @param text the line that contains it, or the preceding line when the code stands alone
   */
  public record Code(String code, String text) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Code";
    }
  }

  /**
   * A link.
   *
   * @param text the line that contains it
   */
  public record Link(String url, String text) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Link";
    }
  }
}
