package dev.agentmailbox.server;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;

/** The command line that a command belongs to: the settings come from there. */
interface ConfigSource {
  /** Exit code of a command that could not begin. */
  int CANNOT_START = 2;

  /**
   * Reads the settings.
   *
   * @throws ConfigException in one line why they cannot be read
   */
  ServerConfig config();
}
