package dev.agentmailbox.server.authentication;

/** The kinds of DNS records that are asked for. */
enum RecordType {
  A,
  AAAA,
  MX,
  PTR,
  TXT
}
