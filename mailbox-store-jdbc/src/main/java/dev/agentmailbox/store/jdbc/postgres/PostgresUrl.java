package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.port.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The address and credentials of a PostgreSQL database, from {@code
 * jdbc:postgresql://host/db?user=…} or from {@code postgresql://user:password@host:port/db?…}.
 * {@code toString} omits the password.
 *
 * @param jdbcUrl for the driver, without user and password
 * @param place {@code host:port/database}, for messages
 */
public record PostgresUrl(
    String jdbcUrl, String place, @Nullable String user, @Nullable String password) {
  private static final String JDBC = "jdbc:";
  private static final String USUAL_PORT = ":5432";
  private static final String TARGET = "targetServerType=";

  /**
   * Parses a URL.
   *
   * @throws StoreException invalid; the message does not quote it
   */
  public static PostgresUrl parse(String text) {
    String address = text.startsWith(JDBC) ? text.substring(JDBC.length()) : text;
    if (!address.startsWith("postgresql://") && !address.startsWith("postgres://")) {
      throw new StoreException(
          "the database URL must start with jdbc:postgresql:// or postgresql://", null);
    }
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException e) {
      throw unreadable();
    }
    String authority = uri.getRawAuthority();
    String path = uri.getRawPath();
    if (authority == null || path == null || path.length() < 2) {
      throw unreadable();
    }
    return of(authority, path, uri.getRawQuery());
  }

  private static PostgresUrl of(String authority, String path, @Nullable String query) {
    Map<String, String> secrets = new HashMap<>();
    int at = authority.lastIndexOf('@');
    if (at >= 0) {
      String[] parts = authority.substring(0, at).split(":", 2);
      secrets.put("user", decoded(parts[0]));
      if (parts.length == 2) {
        secrets.put("password", decoded(parts[1]));
      }
    }
    List<String> options = new ArrayList<>();
    for (String option : query == null ? new String[0] : query.split("&", -1)) {
      String[] parts = option.split("=", 2);
      if (parts.length == 2 && (parts[0].equals("user") || parts[0].equals("password"))) {
        secrets.put(parts[0], decoded(parts[1]));
      } else {
        options.add(option);
      }
    }
    // There may be several hosts, each with a port; a standby among them cannot be written to.
    String hosts = authority.substring(at + 1);
    if (hosts.contains(",") && options.stream().noneMatch(o -> o.startsWith(TARGET))) {
      options.add(TARGET + "primary");
    }
    String rest = options.isEmpty() ? "" : "?" + String.join("&", options);
    return new PostgresUrl(
        "jdbc:postgresql://" + hosts + path + rest,
        (hosts.contains(":") ? hosts : hosts + USUAL_PORT) + path,
        secrets.get("user"),
        secrets.get("password"));
  }

  private static String decoded(String text) {
    try {
      // A plus sign is literal here.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  private static StoreException unreadable() {
    return new StoreException(
        "the database URL is invalid; expected postgresql://user:password@host:port/name", null);
  }

  /** Omits secrets. */
  @Override
  public String toString() {
    return place;
  }
}
