package dev.agentmailbox.service.intake.screening;

/**
 * Result of the attachment scan.
 *
 * @param dangerous whether an attachment is executable or cannot be inspected
 * @param unreadable whether an attached message is nested too deeply or too large to be inspected
 * @param text names and leading text of the attachments
 */
record AttachmentReport(boolean dangerous, boolean unreadable, String text) {
  /** No attachments. */
  static final AttachmentReport NOTHING = new AttachmentReport(false, false, "");

  /** Omits the content. */
  @Override
  public String toString() {
    return "AttachmentReport[" + dangerous + ", " + unreadable + "]";
  }
}
