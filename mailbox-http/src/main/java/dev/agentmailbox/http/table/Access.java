package dev.agentmailbox.http.table;

/** Who may call an operation. */
public enum Access {
  /** Anybody; {@code Authorization} is not looked at. */
  PUBLIC,
  /** An API key only. */
  KEY,
  /** A signed-in human only; any key is answered {@code human_required}. */
  HUMAN,
  /** An API key or a signed-in human. */
  BOTH;

  public boolean isPublic() {
    return this == PUBLIC;
  }
}
