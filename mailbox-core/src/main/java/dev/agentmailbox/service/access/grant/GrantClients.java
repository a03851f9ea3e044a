package dev.agentmailbox.service.access.grant;

import static dev.agentmailbox.port.access.AccessTables.CLIENTS;
import static dev.agentmailbox.port.access.AccessTables.CLIENTS_BY_USE;

import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.port.access.ClientDocuments.Document;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.RateLimits;
import dev.agentmailbox.service.request.SlidingWindow;
import dev.agentmailbox.webhook.WebhookAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * OAuth clients: dynamically registered ones (RFC 7591), and those identified by the URL of a
 * metadata document. Thread safe.
 */
public final class GrantClients {
  /** Longest name, in code points. */
  public static final int MAX_NAME_CHARACTERS = 128;

  /** Most redirect URIs of a client. */
  public static final int MAX_REDIRECT_URIS = 10;

  /** Unused registrations are removed after this time. */
  static final Duration KEPT_UNUSED = Duration.ofDays(90);

  // spec Rates.7
  private static final SlidingWindow REGISTRATIONS = new SlidingWindow(10, Duration.ofDays(1));
  private static final Duration TOUCH_INTERVAL = Duration.ofDays(1);
  private static final Duration DOCUMENT_LIFE = Duration.ofMinutes(5);
  private static final int MAX_DOCUMENTS = 256;
  private static final int TIDY_ROWS = 20;

  private final MailboxContext context;
  private final Codes codes;
  private final ClientDocuments documents;
  private final WebhookAddress addresses;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, GrantClient> read = new LinkedHashMap<>();

  /**
   * Creates the service.
   *
   * @param addresses URLs allowed for metadata documents
   */
  public GrantClients(
      MailboxContext context, Codes codes, ClientDocuments documents, WebhookAddress addresses) {
    this.context = context;
    this.codes = codes;
    this.documents = documents;
    this.addresses = addresses;
  }

  /** Whether a client can keep a secret. */
  public enum Keeping {
    SECRET,
    NOTHING
  }

  /**
   * A registration request.
   *
   * @param name null for none
   */
  public record Registration(@Nullable String name, List<String> redirectUris, Keeping keeping) {
    public Registration {
      redirectUris = List.copyOf(redirectUris);
    }
  }

  /**
   * A newly registered client.
   *
   * @param secret to be shown once; empty for a public client
   */
  public record Registered(GrantClient client, Optional<GrantSecret> secret) {}

  /**
   * Registers a client.
   *
   * @throws GrantRefusal {@code invalid_redirect_uri}
   * @throws MailboxException {@code rate_limited} after 10 a day from one network range
   */
  public Registered register(CallerNetwork from, Registration request) {
    List<String> redirects = checked(request.redirectUris(), Reason.INVALID_REDIRECT_URI);
    Optional<GrantSecret> secret =
        request.keeping() == Keeping.SECRET
            ? Optional.of(GrantSecret.generate(random))
            : Optional.empty();
    Instant now = context.now();
    GrantClient client =
        new GrantClient(
            context.ids().next(IdPrefix.CLIENT),
            name(request.name(), redirects),
            redirects,
            secret.map(GrantSecret::hash).orElse(null),
            now,
            now);
    return context.write(
        tx -> {
          String name = codes.name("client-registration", from.range());
          RateLimits limits = new RateLimits(tx, now, name);
          limits.require(name, REGISTRATIONS);
          limits.note(name, REGISTRATIONS);
          tx.table(CLIENTS).removeDue(CLIENTS_BY_USE, now.minus(KEPT_UNUSED), TIDY_ROWS);
          tx.table(CLIENTS).add(client);
          return new Registered(client, secret);
        });
  }

  /**
   * Finds a client; may fetch its metadata document.
   *
   * @throws GrantRefusal {@code invalid_client}
   */
  GrantClient find(String clientId) {
    if (isAddress(clientId)) {
      return ofDocument(clientId);
    }
    return context
        .read(tx -> tx.table(CLIENTS).find(clientId))
        .orElseThrow(() -> refused("the client is unknown"));
  }

  /** Whether a client id is the URL of a metadata document. */
  static boolean isAddress(String clientId) {
    return clientId.startsWith("https://") || clientId.startsWith("http://");
  }

  /** Records a use, at most once a day. */
  static void touch(StoreTransaction tx, GrantClient client, Instant now) {
    if (client.usedAt().plus(TOUCH_INTERVAL).isBefore(now)) {
      Table<GrantClient> clients = tx.table(CLIENTS);
      clients.lock(client.id()).map(row -> row.used(now)).ifPresent(clients::update);
    }
  }

  private GrantClient ofDocument(String address) {
    Instant now = context.now();
    Optional<GrantClient> known = known(address, now);
    if (known.isPresent()) {
      return known.get();
    }
    requireAddress(address);
    Document document =
        documents
            .fetch(address)
            .orElseThrow(() -> refused("the client's document could not be read"));
    if (!document.clientId().equals(address)) {
      throw refused("the client's document has another client_id");
    }
    if (!document.authentication().equals("none")) {
      throw refused(
          "the client's document requires an authentication method that is not supported");
    }
    List<String> redirects = checked(document.redirectUris(), Reason.INVALID_CLIENT);
    GrantClient client =
        new GrantClient(address, name(document.name(), redirects), redirects, null, now, now);
    remember(client);
    return client;
  }

  private void requireAddress(String address) {
    try {
      URI uri = URI.create(address);
      boolean asItIs = addresses.check(address).equals(address) && uri.normalize().equals(uri);
      if (!asItIs || uri.getRawPath().length() < 2) {
        throw refused("client_id is not the normalized address of a document");
      }
    } catch (MailboxException | IllegalArgumentException forbidden) {
      throw refused("client_id is not a public https address");
    }
  }

  private Optional<GrantClient> known(String address, Instant now) {
    synchronized (read) {
      return Optional.ofNullable(read.get(address))
          .filter(client -> client.createdAt().plus(DOCUMENT_LIFE).isAfter(now));
    }
  }

  private void remember(GrantClient client) {
    synchronized (read) {
      read.remove(client.id());
      read.put(client.id(), client);
      if (read.size() > MAX_DOCUMENTS) {
        read.remove(read.keySet().iterator().next());
      }
    }
  }

  private static List<String> checked(List<String> redirectUris, Reason reason) {
    boolean good =
        !redirectUris.isEmpty()
            && redirectUris.size() <= MAX_REDIRECT_URIS
            && redirectUris.stream().allMatch(uri -> RedirectAddress.read(uri).isPresent());
    if (!good) {
      throw new GrantRefusal(
          reason,
          "1 to " + MAX_REDIRECT_URIS + " redirect_uris, of https or of http on this machine");
    }
    return redirectUris;
  }

  /** The name without misleading characters; without a name, the host of its redirect URI. */
  private static String name(@Nullable String given, List<String> redirects) {
    String visible =
        given == null ? "" : given.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]", "").strip();
    if (visible.isEmpty()) {
      return RedirectAddress.read(redirects.get(0)).orElseThrow().host();
    }
    int shown = Math.min(MAX_NAME_CHARACTERS, visible.codePointCount(0, visible.length()));
    return visible.substring(0, visible.offsetByCodePoints(0, shown));
  }

  private static GrantRefusal refused(String why) {
    return new GrantRefusal(Reason.INVALID_CLIENT, why);
  }
}
