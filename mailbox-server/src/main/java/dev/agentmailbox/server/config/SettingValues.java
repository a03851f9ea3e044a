package dev.agentmailbox.server.config;

import dev.agentmailbox.server.tls.TlsFiles;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The configured values, parsed by type. Error messages name the setting and never quote the value.
 */
final class SettingValues {
  static final int MAX_PORT = 65_535;
  private static final Pattern DOMAIN =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  private final Map<Setting, String> values;

  SettingValues(Map<Setting, String> values) {
    this.values = values;
  }

  /** The value; empty when unset or blank. */
  Optional<String> find(Setting setting) {
    return Optional.ofNullable(values.get(setting)).filter(value -> !value.isEmpty());
  }

  String text(Setting setting, String standard) {
    return find(setting).orElse(standard);
  }

  /** Comma-separated items. */
  List<String> list(Setting setting) {
    return find(setting).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  int number(Setting setting, int standard, int min, int max) {
    Optional<String> value = find(setting);
    if (value.isEmpty()) {
      return standard;
    }
    try {
      int number = Integer.parseInt(value.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw bad(setting, "must be a whole number");
    }
    throw bad(setting, "must be from " + min + " to " + max);
  }

  /** A non-negative number. */
  int amount(Setting setting, int standard) {
    return number(setting, standard, 0, Integer.MAX_VALUE);
  }

  /** False when unset. */
  boolean flag(Setting setting) {
    return flag(setting, "true", "false", false);
  }

  boolean flag(Setting setting, String yes, String no, boolean standard) {
    String value = text(setting, standard ? yes : no);
    if (value.equals(yes) || value.equals(no)) {
      return value.equals(yes);
    }
    throw bad(setting, "must be " + yes + " or " + no);
  }

  String matching(Setting setting, String standard, Pattern shape, String words) {
    String value = text(setting, standard);
    if (!shape.matcher(value).matches()) {
      throw bad(setting, "must be " + words);
    }
    return value;
  }

  /** A URL without a trailing slash. */
  URI url(Setting setting, String standard) {
    String value = text(setting, standard);
    try {
      URI url = URI.create(value.endsWith("/") ? value.substring(0, value.length() - 1) : value);
      boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (web && url.getHost() != null && url.getQuery() == null && url.getFragment() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw bad(setting, "must be an http or https address");
    }
    throw bad(setting, "must be an http or https address without query");
  }

  /** A path of this file system. */
  Optional<Path> path(Setting setting) {
    return find(setting).map(text -> path(setting, text));
  }

  /** As {@link #path(Setting)}, for a part of the value. */
  static Path path(Setting setting, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw bad(setting, "must be a path of this system");
    }
  }

  /** A certificate and its key, which go together. */
  Optional<TlsFiles> tls(Setting certificate, Setting key) {
    Optional<Path> chain = path(certificate);
    Optional<Path> privateKey = path(key);
    if (chain.isPresent() != privateKey.isPresent()) {
      throw new ConfigException(certificate + " and " + key + " must be set together");
    }
    String both = certificate.name().replace(TlsFiles.CERTIFICATE, "");
    return chain.map(file -> new TlsFiles(both, file, privateKey.orElseThrow()));
  }

  /** Domains in lower case; empty when unset. */
  List<String> domains(Setting setting) {
    List<String> lower = list(setting).stream().map(d -> d.toLowerCase(Locale.ROOT)).toList();
    if (!lower.stream().allMatch(SettingValues::isDomain)) {
      throw bad(setting, "must be mail domains in ASCII, separated by commas");
    }
    return lower;
  }

  /** Whether it is a lower-case ASCII domain. */
  static boolean isDomain(String text) {
    return DOMAIN.matcher(text).matches();
  }

  static ConfigException bad(Setting setting, String words) {
    return new ConfigException(setting + " " + words);
  }
}
