package dev.agentmailbox.port;

import dev.agentmailbox.port.ServiceTables.Setting;
import dev.agentmailbox.port.table.Table;
import java.util.Optional;

/** Service-wide key-value settings. */
public final class SettingStore {
  /** Present while an operator has paused sending for the whole platform. */
  public static final String SENDING_PAUSED = "sending_paused";

  private final Table<Setting> settings;

  SettingStore(Table<Setting> settings) {
    this.settings = settings;
  }

  public Optional<String> get(String name) {
    return settings.find(name).map(Setting::value);
  }

  /** Inserts or replaces. */
  public void put(String name, String value) {
    settings.put(new Setting(name, value));
  }

  public void remove(String name) {
    settings.remove(name);
  }
}
