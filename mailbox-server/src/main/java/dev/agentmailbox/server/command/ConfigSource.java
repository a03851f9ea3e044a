package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ServerConfig;

/** Supplies the settings of the command line to a command. */
public interface ConfigSource {
  /** Exit code of a command that could not start. */
  int CANNOT_START = 2;

  /**
   * Reads the settings.
   *
   * @throws dev.agentmailbox.server.config.ConfigException with a one-line reason when they cannot
   *     be read
   */
  ServerConfig config();
}
