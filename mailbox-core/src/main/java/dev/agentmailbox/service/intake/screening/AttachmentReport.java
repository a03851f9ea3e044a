package dev.agentmailbox.service.intake.screening;

/**
 * What the attachments of a message are.
 *
 * @param dangerous whether one can run, or cannot be looked into
 * @param text the start of every text among them, and their names
 */
record AttachmentReport(boolean dangerous, String text) {
  /** There are no attachments. */
  static final AttachmentReport NOTHING = new AttachmentReport(false, "");

  /** Omits the content. */
  @Override
  public String toString() {
    return "AttachmentReport[" + dangerous + "]";
  }
}
