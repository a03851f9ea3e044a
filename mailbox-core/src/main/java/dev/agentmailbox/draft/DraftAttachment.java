package dev.agentmailbox.draft;

import dev.agentmailbox.message.Attachment;

/**
 * A file of a draft. Its bytes are content of their own.
 *
 * @param file as readers see it; its part path is empty, because the content is the whole file
 * @param contentKey finds the bytes in the content store
 */
public record DraftAttachment(Attachment file, String contentKey) {
  public String id() {
    return file.id();
  }
}
