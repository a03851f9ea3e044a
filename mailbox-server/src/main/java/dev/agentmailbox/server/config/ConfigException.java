package dev.agentmailbox.server.config;

/** A setting that cannot be used; the message is one line that a person can act on. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
