package dev.agentmailbox.store.h2.disk;

import java.io.IOException;

/** The failures of a disk, in the words of Linux. */
public enum FailureKind {
  INPUT_OUTPUT("Input/output error"),
  NO_SPACE("No space left on device");

  private final String words;

  FailureKind(String words) {
    this.words = words;
  }

  IOException exception() {
    return new IOException(words);
  }
}
