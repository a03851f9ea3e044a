package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;

/** The storage of raw messages is unavailable, which says nothing about individual messages. */
public final class ContentUnavailableException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message is one line without secrets. */
  ContentUnavailableException(String message) {
    super(message);
  }
}
