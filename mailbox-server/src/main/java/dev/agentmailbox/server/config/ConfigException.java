package dev.agentmailbox.server.config;

/** An invalid setting; the message is one line for the operator. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
