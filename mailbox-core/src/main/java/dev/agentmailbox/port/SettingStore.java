package dev.agentmailbox.port;

import java.util.Optional;

/** Small values of the whole service, by name. */
public interface SettingStore {
  /** Present while an operator has paused sending platform-wide. */
  String SENDING_PAUSED = "sending_paused";

  Optional<String> get(String name);

  void put(String name, String value);

  void remove(String name);
}
