package dev.agentmailbox.port;

import java.util.Optional;

/**
 * Service-wide key-value settings. {@code put} inserts or replaces; {@code remove} of a missing
 * name does nothing.
 */
public interface SettingStore {
  /** Present while an operator has paused sending for the whole platform. */
  String SENDING_PAUSED = "sending_paused";

  Optional<String> get(String name);

  void put(String name, String value);

  void remove(String name);
}
