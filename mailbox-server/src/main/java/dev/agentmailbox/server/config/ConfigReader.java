package dev.agentmailbox.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings. The environment takes precedence over the file. An unknown name or invalid
 * value stops the start with one line that names setting and reason, and never quotes a secret.
 */
public final class ConfigReader {
  private ConfigReader() {}

  /**
   * Reads all settings.
   *
   * @param environment the process environment
   * @param file a properties file; null for none
   * @throws ConfigException with one clear line
   */
  public static ServerConfig read(Map<String, String> environment, @Nullable Path file) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    if (file != null) {
      fromFile(file, values);
    }
    environment.forEach(
        (name, value) -> {
          if (Setting.isOurs(name)) {
            Setting setting =
                Setting.ofVariable(name)
                    .orElseThrow(() -> new ConfigException("unknown setting " + name));
            values.put(setting, value.strip());
          }
        });
    return ServerConfig.read(new SettingValues(values));
  }

  private static void fromFile(Path file, Map<Setting, String> values) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException("cannot read the configuration file " + file);
    }
    for (String name : properties.stringPropertyNames()) {
      Setting setting =
          Setting.ofProperty(name)
              .orElseThrow(() -> new ConfigException("unknown setting " + name + " in " + file));
      values.put(setting, properties.getProperty(name).strip());
    }
  }
}
