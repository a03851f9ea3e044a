package dev.agentmailbox.http.table;

/** How long the body of a request may be (specification, Limits), and what kind it is. */
public enum BodySize {
  /** 1 MiB. */
  ORDINARY(BodySize.ORDINARY_BYTES),
  /** 5 MiB when it carries inline attachments, else 1 MiB. */
  WITH_ATTACHMENTS(5 * BodySize.ORDINARY_BYTES),
  /** 64 KiB of {@code application/x-www-form-urlencoded}; every other size is of JSON. */
  FORM(64 * 1024);

  /** Most bytes of a body without inline attachments. */
  public static final int ORDINARY_BYTES = 1024 * 1024;

  private final int maxBytes;

  BodySize(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Most bytes that are read at all. */
  public int maxBytes() {
    return maxBytes;
  }
}
