package dev.agentmailbox.store.h2.disk;

/** The calls that change a disk; each has a number. */
public enum CallKind {
  WRITE,
  TRUNCATE,
  FORCE,
  FORCE_DIRECTORY,
  CREATE,
  DELETE,
  MOVE,
  ATTRIBUTES
}
