package dev.agentmailbox.http.token;

/** The purpose of a token. A token of one kind is never accepted as another. */
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

  /** The prefix of the text of such a token. */
  public String prefix() {
    return prefix;
  }
}
