package dev.agentmailbox.sending;

import java.util.Locale;

/** The operation that created a send. */
public enum SendKind {
  SEND,
  REPLY,
  REPLY_ALL,
  FORWARD,
  DRAFT;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
