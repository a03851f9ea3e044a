package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;

/** The place of raw messages cannot be asked now. That says nothing about any one of them. */
public final class ContentAwayException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says why in one line without secrets. */
  ContentAwayException(String message) {
    super(message);
  }
}
