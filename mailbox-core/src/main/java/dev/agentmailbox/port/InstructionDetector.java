package dev.agentmailbox.port;

/**
 * An external detector of instructions to a model, asked about mail in which the built-in rules
 * found none. Called outside any transaction and concurrently; implementations are thread safe,
 * bound their duration and never throw: they decide themselves what an unavailable detector means.
 */
@FunctionalInterface
public interface InstructionDetector {
  /** Suspects nothing. */
  InstructionDetector NONE = text -> false;

  /** Most characters that it is given. */
  int MAX_CHARACTERS = 64 * 1024;

  /**
   * Whether mail with this text may be held as {@code injection_suspected}.
   *
   * @param text subject, author's name, text, hidden text, and text of attachments, one below the
   *     other; the beginning of a longer one
   */
  boolean suspects(String text);
}
