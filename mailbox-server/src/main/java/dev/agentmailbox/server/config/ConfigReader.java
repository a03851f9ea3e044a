package dev.agentmailbox.server.config;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.smtp.TlsFiles;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings. The environment wins over the file. An unknown name or a value that cannot be
 * read stops the start with one line that says which and why, and never repeats a secret.
 */
public final class ConfigReader {
  private static final int MASTER_KEY_BYTES = 32;
  private static final int MIN_SECRET_CHARACTERS = 32;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_CONNECTIONS = 500;
  private static final int MAX_HTTP_CONNECTIONS = 10_000;
  private static final int DISK_RESERVE_MEBIBYTES = 512;
  private static final int MEBIBYTE = 1 << 20;
  private static final int MAX_SERVICE_NAME_CHARACTERS = 64;
  private static final Pattern DOMAIN =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /** Names that are nobody's on the network (RFC 2606, RFC 6762, RFC 9476) and single labels. */
  private static final Pattern LOCAL_DOMAIN =
      Pattern.compile("[^.]+|(?:.*\\.)?(?:localhost|test|example|invalid|local|internal)");

  private static final Pattern PREFIX = Pattern.compile("[A-Z0-9]{2,8}");
  private static final Set<String> SIGN_UP_MODES = Set.of("waitlist", "invite_only", "open");

  private final Map<Setting, String> values;

  private ConfigReader(Map<Setting, String> values) {
    this.values = values;
  }

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
          if (name.startsWith(Setting.PREFIX) && !name.startsWith(Setting.TEST_PREFIX)) {
            Setting setting =
                Setting.ofVariable(name)
                    .orElseThrow(() -> new ConfigException("unknown setting " + name));
            values.put(setting, value.strip());
          }
        });
    return new ConfigReader(values).config();
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

  private ServerConfig config() {
    int httpPort = number(Setting.MAILBOX_HTTP_PORT, 8080, 0, MAX_PORT);
    URI baseUrl = url(Setting.MAILBOX_BASE_URL, "http://localhost:" + httpPort);
    return new ServerConfig(
        text(Setting.MAILBOX_HTTP_HOST, "127.0.0.1"),
        httpPort,
        number(
            Setting.MAILBOX_HTTP_CONNECTIONS_PER_ADDRESS,
            HttpLimits.DEFAULT_CONNECTIONS_PER_ADDRESS,
            1,
            MAX_HTTP_CONNECTIONS),
        metricsPort(),
        text(Setting.MAILBOX_SMTP_HOST, "127.0.0.1"),
        number(Setting.MAILBOX_SMTP_PORT, 2525, 0, MAX_PORT),
        number(Setting.MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS, 20, 1, MAX_CONNECTIONS),
        tls(),
        authentication(),
        dnsServers(),
        mailDomains(Setting.MAILBOX_FEEDBACK_SOURCES),
        screening(),
        Path.of(text(Setting.MAILBOX_DATA_DIR, "./mailbox-data")),
        number(Setting.MAILBOX_DISK_RESERVE, DISK_RESERVE_MEBIBYTES, 0, Integer.MAX_VALUE)
            * (long) MEBIBYTE,
        databaseUrl(),
        content(),
        domains(),
        text(Setting.MAILBOX_RELAY_URL, "capture:"),
        delivery(),
        baseUrl,
        url(Setting.MAILBOX_APP_URL, baseUrl + "/console"),
        url(Setting.MAILBOX_DOCS_URL, baseUrl + "/docs"),
        serviceName(),
        matching(Setting.MAILBOX_INVITE_PREFIX, "MBX", PREFIX, "2 to 8 capital letters or digits"),
        ownerEmail(),
        bootstrapKey(),
        signUpMode(),
        masterKey(),
        list(Setting.MAILBOX_TRUSTED_PROXIES),
        value(Setting.MAILBOX_NETWORK_OPERATORS).map(Path::of),
        new Plan(
            number(
                Setting.MAILBOX_PLAN_INBOX_LIMIT, Plan.DEFAULT.inboxLimit(), 0, Integer.MAX_VALUE),
            number(
                Setting.MAILBOX_PLAN_DAILY_RECIPIENTS,
                Plan.DEFAULT.dailyRecipients(),
                0,
                Integer.MAX_VALUE),
            number(
                Setting.MAILBOX_PLAN_API_CALLS_DAILY,
                Plan.DEFAULT.dailyApiCalls(),
                0,
                Integer.MAX_VALUE)),
        number(Setting.MAILBOX_RATE_PER_KEY, 600, 0, Integer.MAX_VALUE),
        number(Setting.MAILBOX_RATE_PER_ADDRESS, 120, 0, Integer.MAX_VALUE),
        number(Setting.MAILBOX_STEP_UP_SECONDS, 300, 1, 86_400),
        flag(Setting.MAILBOX_WEBHOOK_ALLOW_LOCAL));
  }

  private OptionalInt metricsPort() {
    return value(Setting.MAILBOX_METRICS_PORT).isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(number(Setting.MAILBOX_METRICS_PORT, 0, 0, MAX_PORT));
  }

  private Optional<String> value(Setting setting) {
    return Optional.ofNullable(values.get(setting)).filter(value -> !value.isEmpty());
  }

  private String text(Setting setting, String standard) {
    return value(setting).orElse(standard);
  }

  private List<String> list(Setting setting) {
    return value(setting).stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  private int number(Setting setting, int standard, int min, int max) {
    Optional<String> value = value(setting);
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

  private boolean flag(Setting setting) {
    return switch (text(setting, "false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad(setting, "must be true or false");
    };
  }

  private String matching(Setting setting, String standard, Pattern shape, String words) {
    String value = text(setting, standard);
    if (!shape.matcher(value).matches()) {
      throw bad(setting, "must be " + words);
    }
    return value;
  }

  private URI url(Setting setting, String standard) {
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

  private List<String> domains() {
    List<String> domains = mailDomains(Setting.MAILBOX_DOMAIN);
    return domains.isEmpty() ? List.of("agents.localhost") : domains;
  }

  /** Domains in lower case; none when it is not set. */
  private List<String> mailDomains(Setting setting) {
    List<String> lower = list(setting).stream().map(d -> d.toLowerCase(Locale.ROOT)).toList();
    if (!lower.stream().allMatch(d -> DOMAIN.matcher(d).matches())) {
      throw bad(setting, "must be mail domains in ASCII, separated by commas");
    }
    return lower;
  }

  private DeliveryConfig delivery() {
    String hello = text(Setting.MAILBOX_DELIVERY_HELLO_NAME, domains().get(0));
    if (!DOMAIN.matcher(hello.toLowerCase(Locale.ROOT)).matches()) {
      throw bad(Setting.MAILBOX_DELIVERY_HELLO_NAME, "must be a host name in ASCII");
    }
    Optional<String> selector = value(Setting.MAILBOX_DKIM_SELECTOR);
    if (selector.isPresent() && !DkimKeys.isSelector(selector.get())) {
      throw bad(
          Setting.MAILBOX_DKIM_SELECTOR,
          "must be at most 40 lower-case letters, digits and inner hyphens");
    }
    return new DeliveryConfig(
        hello.toLowerCase(Locale.ROOT), list(Setting.MAILBOX_DELIVERY_SOURCE_ADDRESS), selector);
  }

  /** On for domains that other services can know; nobody answers for the others. */
  private boolean authentication() {
    Optional<String> value = value(Setting.MAILBOX_AUTHENTICATION);
    if (value.isEmpty()) {
      return domains().stream().anyMatch(domain -> !LOCAL_DOMAIN.matcher(domain).matches());
    }
    return switch (value.get()) {
      case "on" -> true;
      case "off" -> false;
      default -> throw bad(Setting.MAILBOX_AUTHENTICATION, "must be on or off");
    };
  }

  private List<InetSocketAddress> dnsServers() {
    try {
      return DnsServers.parse(list(Setting.MAILBOX_DNS_SERVERS));
    } catch (IllegalArgumentException e) {
      throw bad(Setting.MAILBOX_DNS_SERVERS, "must be IP addresses, with a port if it is not 53");
    }
  }

  private ScreeningConfig screening() {
    Optional<URI> rspamd =
        value(Setting.MAILBOX_RSPAMD_URL).map(value -> url(Setting.MAILBOX_RSPAMD_URL, value));
    return new ScreeningConfig(rspamd, list(Setting.MAILBOX_TRUSTED_RELAYS));
  }

  private String serviceName() {
    String name = text(Setting.MAILBOX_SERVICE_NAME, "mailbox");
    if (name.length() > MAX_SERVICE_NAME_CHARACTERS
        || name.chars().anyMatch(Character::isISOControl)) {
      throw bad(Setting.MAILBOX_SERVICE_NAME, "must have at most 64 characters on one line");
    }
    return name;
  }

  private String ownerEmail() {
    String email = text(Setting.MAILBOX_OWNER_EMAIL, "owner@localhost");
    if (!Human.isEmail(email)) {
      throw bad(Setting.MAILBOX_OWNER_EMAIL, "must be an e-mail address");
    }
    String domain = email.substring(email.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    if (domains().contains(domain)) {
      throw bad(
          Setting.MAILBOX_OWNER_EMAIL,
          "must not be in a domain of MAILBOX_DOMAIN: agents read the mail there");
    }
    return email;
  }

  private String signUpMode() {
    String mode = text(Setting.MAILBOX_SIGNUP_MODE, "waitlist");
    if (!SIGN_UP_MODES.contains(mode)) {
      throw bad(Setting.MAILBOX_SIGNUP_MODE, "must be waitlist, invite_only or open");
    }
    return mode;
  }

  private Optional<PostgresUrl> databaseUrl() {
    try {
      return value(Setting.MAILBOX_DATABASE_URL).map(PostgresUrl::parse);
    } catch (StoreException e) {
      throw bad(
          Setting.MAILBOX_DATABASE_URL,
          "must be postgresql://user:password@host:port/name or jdbc:postgresql://…; without it H2"
              + " is used");
    }
  }

  private ContentPlace content() {
    Optional<String> place = value(Setting.MAILBOX_CONTENT);
    if (place.isPresent() && value(Setting.MAILBOX_DATABASE_URL).isEmpty()) {
      throw bad(
          Setting.MAILBOX_CONTENT,
          "goes with MAILBOX_DATABASE_URL; without it messages are files of the data directory");
    }
    return ContentPlace.parse(
        place.orElse("database"),
        text(Setting.MAILBOX_S3_ACCESS_KEY, ""),
        text(Setting.MAILBOX_S3_SECRET_KEY, ""));
  }

  private Optional<KeySecret> bootstrapKey() {
    return value(Setting.MAILBOX_BOOTSTRAP_API_KEY)
        .map(
            text ->
                KeySecret.parse(text)
                    .filter(key -> key.secretLength() >= MIN_SECRET_CHARACTERS)
                    .orElseThrow(
                        () ->
                            bad(
                                Setting.MAILBOX_BOOTSTRAP_API_KEY,
                                "must be sk_<prefix>_<secret> with at least 32 characters of"
                                    + " secret")));
  }

  private Optional<String> masterKey() {
    Optional<String> key = value(Setting.MAILBOX_MASTER_KEY);
    if (key.isPresent() && decodedLength(key.get()) != MASTER_KEY_BYTES) {
      throw bad(Setting.MAILBOX_MASTER_KEY, "must be base64 of 32 bytes");
    }
    return key;
  }

  private static int decodedLength(String base64) {
    try {
      return Base64.getDecoder().decode(base64).length;
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  private Optional<TlsFiles> tls() {
    Optional<String> certificate = value(Setting.MAILBOX_SMTP_TLS_CERTIFICATE);
    Optional<String> key = value(Setting.MAILBOX_SMTP_TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new ConfigException(
          "MAILBOX_SMTP_TLS_CERTIFICATE and MAILBOX_SMTP_TLS_KEY go together");
    }
    return certificate.map(file -> new TlsFiles(Path.of(file), Path.of(key.orElseThrow())));
  }

  private static ConfigException bad(Setting setting, String words) {
    return new ConfigException(setting + " " + words);
  }
}
