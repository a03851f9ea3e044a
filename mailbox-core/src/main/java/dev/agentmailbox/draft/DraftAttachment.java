package dev.agentmailbox.draft;

import dev.agentmailbox.message.Attachment;

/**
 * An attachment of a draft, stored as separate content.
 *
 * @param file as shown to callers; its part path is empty, because the content is the whole file
 * @param contentKey key in the content store
 */
public record DraftAttachment(Attachment file, String contentKey) {
  public String id() {
    return file.id();
  }
}
