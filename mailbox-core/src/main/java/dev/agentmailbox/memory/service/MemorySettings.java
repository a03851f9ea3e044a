package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.SettingStore;
import java.util.Optional;

/** Settings by name. */
public final class MemorySettings implements SettingStore {
  private record Setting(String name, String value) {}

  private final Rows<String, Setting> settings;

  public MemorySettings(UndoLog undo) {
    settings = new Rows<>(undo, Setting::name);
  }

  @Override
  public Optional<String> get(String name) {
    return settings.find(name).map(Setting::value);
  }

  @Override
  public void put(String name, String value) {
    settings.put(new Setting(name, value));
  }

  @Override
  public void remove(String name) {
    settings.remove(name);
  }
}
