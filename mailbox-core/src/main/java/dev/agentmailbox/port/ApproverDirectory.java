package dev.agentmailbox.port;

import java.util.List;

/** Who is told that a send waits for a decision. */
@FunctionalInterface
public interface ApproverDirectory {
  /** Nobody. */
  ApproverDirectory NONE = (tx, organizationId) -> List.of();

  /** The addresses of the humans who may decide for an organization. */
  List<String> addresses(StoreTransaction tx, String organizationId);
}
