package dev.agentmailbox.http.token;

/** What a token is for. A token of one kind is never taken for another. */
public enum TokenKind {
  PAGE(1, "pt_"),
  CURSOR(2, "cur_"),
  DOWNLOAD(3, "");

  private final byte code;
  private final String prefix;

  TokenKind(int code, String prefix) {
    this.code = (byte) code;
    this.prefix = prefix;
  }

  byte code() {
    return code;
  }

  /** What the text of such a token starts with. */
  public String prefix() {
    return prefix;
  }
}
