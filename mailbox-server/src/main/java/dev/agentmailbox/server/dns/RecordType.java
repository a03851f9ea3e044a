package dev.agentmailbox.server.dns;

/** The DNS record types in use. */
public enum RecordType {
  A,
  AAAA,
  MX,
  PTR,
  TXT
}
