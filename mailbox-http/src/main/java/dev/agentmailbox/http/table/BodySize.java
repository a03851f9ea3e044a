package dev.agentmailbox.http.table;

/** Size limit and media type of a request body (specification, Limits). */
public enum BodySize {
  /** 1 MiB. */
  ORDINARY(BodySize.ORDINARY_BYTES),
  /** 5 MiB when it carries inline attachments, else 1 MiB. */
  WITH_ATTACHMENTS(5 * BodySize.ORDINARY_BYTES),
  /** 64 KiB of {@code application/x-www-form-urlencoded}; all others are JSON. */
  FORM(64 * 1024);

  /** Maximum bytes of a body without inline attachments. */
  public static final int ORDINARY_BYTES = 1024 * 1024;

  private final int maxBytes;

  BodySize(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Maximum bytes read. */
  public int maxBytes() {
    return maxBytes;
  }
}
