package dev.agentmailbox.http.table;

/** Who may call an operation. */
public enum AccessRule {
  /** Anybody; {@code Authorization} is not looked at. */
  PUBLIC,
  /**
   * Anybody, as often as they like: a file that is the same for everyone, is kept by who has it,
   * and costs no more than the refusal would. A browser asks for many of them at once. Also an
   * answer that is ready and costs as little.
   */
  FILE,
  /** An API key only. */
  KEY,
  /** A signed-in human only; any key is answered {@code human_required}. */
  HUMAN,
  /** An API key or a signed-in human. */
  BOTH;

  public boolean isPublic() {
    return this == PUBLIC || this == FILE;
  }
}
