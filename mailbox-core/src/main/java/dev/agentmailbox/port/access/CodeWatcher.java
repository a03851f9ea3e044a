package dev.agentmailbox.port.access;

/**
 * Is told every code that is mailed to a human, for a service whose mail goes nowhere and that has
 * to show the code in another way. Must not block.
 */
@FunctionalInterface
public interface CodeWatcher {
  /** Tells nobody. */
  CodeWatcher NONE = (email, code) -> {};

  void codeMailed(String email, String code);
}
