package dev.agentmailbox.http.table;

/** Who may call an operation. */
public enum AccessRule {
  /** Anyone; {@code Authorization} is ignored. */
  PUBLIC,
  /**
   * Anyone, without rate limit: cacheable static files and precomputed responses, which cost no
   * more than a refusal and which browsers request in bursts.
   */
  FILE,
  /** An API key only. */
  KEY,
  /** A signed-in human only; keys are refused with {@code human_required}. */
  HUMAN,
  /** An API key or a signed-in human. */
  BOTH;

  public boolean isPublic() {
    return this == PUBLIC || this == FILE;
  }
}
