package dev.agentmailbox.server.dns;

/** The kinds of DNS records that are asked for. */
public enum RecordType {
  A,
  AAAA,
  MX,
  PTR,
  TXT
}
