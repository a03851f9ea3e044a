package dev.agentmailbox.mime.text;

/** Joins the lines of text with {@code format=flowed} (RFC 3676 section 4). Linear. */
public final class FlowedText {
  private static final String SIGNATURE = "-- ";

  private final String text;
  private final boolean deleteSpace;
  private final StringBuilder out;

  /** Quote depth of the paragraph that is being joined; negative when none is. */
  private int openDepth = -1;

  private FlowedText(String text, boolean deleteSpace) {
    this.text = text;
    this.deleteSpace = deleteSpace;
    this.out = new StringBuilder(text.length());
  }

  /**
   * The text with one line for each paragraph.
   *
   * @param text with LF line ends
   * @param deleteSpace whether the space before a soft line break is part of the break ({@code
   *     delsp=yes})
   */
  public static String join(String text, boolean deleteSpace) {
    return new FlowedText(text, deleteSpace).run();
  }

  private String run() {
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      boolean last = end < 0;
      line(at, last ? text.length() : end);
      if (openDepth < 0 && !last) {
        out.append('\n');
      }
      at = last ? text.length() : end + 1;
    }
    if (openDepth >= 0 && text.endsWith("\n")) {
      out.append('\n');
    }
    return out.toString();
  }

  private void line(int from, int end) {
    int start = from;
    while (start < end && text.charAt(start) == '>') {
      start++;
    }
    int depth = start - from;
    if (start < end && text.charAt(start) == ' ') {
      start++;
    }
    boolean signature = end - start == SIGNATURE.length() && text.startsWith(SIGNATURE, start);
    if (openDepth >= 0 && (openDepth != depth || signature)) {
      out.append('\n');
      openDepth = -1;
    }
    if (openDepth < 0) {
      out.append(text, from, from + depth).append(depth > 0 && start < end ? " " : "");
    }
    boolean soft = start < end && text.charAt(end - 1) == ' ' && !signature;
    out.append(text, start, soft && deleteSpace ? end - 1 : end);
    openDepth = soft ? depth : -1;
  }
}
