package dev.agentmailbox.service.access.grant;

import static dev.agentmailbox.port.access.AccessTables.CLIENTS;
import static dev.agentmailbox.port.access.AccessTables.GRANTS;
import static dev.agentmailbox.port.access.AccessTables.TOKENS;
import static dev.agentmailbox.port.access.AccessTables.TOKEN_EXPIRY;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Issues the codes and tokens of grants. If a single-use code or token is presented twice, it was
 * stolen from the client or by it, so the grant is revoked (RFC 9700 section 4.14). Thread safe.
 */
public final class GrantTokens {
  /** Lifetime of an access token. */
  public static final Duration ACCESS_LIFE = Duration.ofHours(1);

  /** Lifetime of a refresh token; a grant not renewed within it has ended. */
  static final Duration REFRESH_LIFE = Duration.ofDays(30);

  private static final Logger LOG = LoggerFactory.getLogger(GrantTokens.class);
  private static final int TIDY_ROWS = 20;
  private static final int MIN_VERIFIER_CHARACTERS = 43;
  private static final int MAX_VERIFIER_CHARACTERS = 128;

  private final MailboxContext context;
  private final SecureRandom random = new SecureRandom();

  public GrantTokens(MailboxContext context) {
    this.context = context;
  }

  /**
   * Client authentication.
   *
   * @param secret null for none
   */
  public record Credentials(String clientId, @Nullable String secret) {
    /** Omits the secret. */
    @Override
    public String toString() {
      return "Credentials[" + clientId + "]";
    }
  }

  /**
   * A new token pair.
   *
   * @param permissions current permissions of the grant's key
   */
  public record Issued(KeySecret access, GrantSecret refresh, Set<Permission> permissions) {}

  /**
   * Exchanges an authorization code for the first token pair.
   *
   * @param redirectUri as in the authorization request; null when the client omits it
   * @param verifier PKCE verifier
   * @param resource null when the client omits it
   * @throws GrantRefusal {@code invalid_client}, {@code invalid_grant}, {@code invalid_target}
   */
  public Issued exchange(
      Credentials who,
      String code,
      @Nullable String redirectUri,
      String verifier,
      @Nullable String resource) {
    Instant now = context.now();
    String hash = new GrantSecret(code).hash();
    return context
        .write(
            tx -> {
              Presented given = presented(tx, who, hash, GrantToken.Kind.CODE, now);
              Grant grant = given.grant();
              boolean sameWay =
                  redirectUri == null || redirectUri.equals(grant.client().redirectUri());
              boolean proved =
                  verifier.length() >= MIN_VERIFIER_CHARACTERS
                      && verifier.length() <= MAX_VERIFIER_CHARACTERS
                      && new GrantSecret(verifier).answers(grant.codeChallenge());
              if (!sameWay || !proved) {
                throw invalid(
                    "redirect_uri or code_verifier does not match the authorization request");
              }
              return renewed(tx, given, hash, resource, now);
            })
        .orElseThrow(() -> invalid("the code was already used"));
  }

  /**
   * Exchanges a refresh token for the next token pair.
   *
   * @param resource null when the client omits it
   * @throws GrantRefusal {@code invalid_client}, {@code invalid_grant}, {@code invalid_target}
   */
  public Issued refresh(Credentials who, String refreshToken, @Nullable String resource) {
    Instant now = context.now();
    String hash = new GrantSecret(refreshToken).hash();
    return context
        .write(
            tx -> {
              Presented given = presented(tx, who, hash, GrantToken.Kind.REFRESH, now);
              return renewed(tx, given, hash, resource, now);
            })
        .orElseThrow(() -> invalid("the refresh token was already used"));
  }

  /**
   * Revokes a token (RFC 7009): an access token alone, a refresh token with its grant. Does nothing
   * for an unknown token or that of another client.
   *
   * @throws GrantRefusal {@code invalid_client}
   */
  public void revoke(Credentials who, String token) {
    Instant now = context.now();
    String hash = new GrantSecret(token).hash();
    context.write(
        tx -> {
          requireClient(tx, who);
          Optional<GrantToken> found = tx.table(TOKENS).find(hash);
          found.ifPresent(row -> end(tx, who, row, now));
          return found.isPresent();
        });
  }

  private static void end(StoreTransaction tx, Credentials who, GrantToken token, Instant now) {
    Grant grant = tx.table(GRANTS).find(token.organizationId(), token.grantId()).orElseThrow();
    if (!grant.client().id().equals(who.clientId())) {
      return;
    }
    if (token.kind() == GrantToken.Kind.ACCESS) {
      tx.table(TOKENS).remove(token.hash());
    } else {
      revokeGrant(tx, grant, now);
    }
  }

  private record Presented(GrantToken token, Grant grant, Optional<GrantClient> client) {}

  /**
   * The presented code or token, if it belongs to this client and has not expired; it may have been
   * used.
   */
  private static Presented presented(
      StoreTransaction tx, Credentials who, String hash, GrantToken.Kind kind, Instant now) {
    Optional<GrantClient> client = requireClient(tx, who);
    GrantToken token =
        tx.table(TOKENS)
            .find(hash)
            .filter(found -> found.kind() == kind && found.isLive(now))
            .orElseThrow(() -> invalid("unknown or expired"));
    Grant grant = tx.table(GRANTS).find(token.organizationId(), token.grantId()).orElseThrow();
    if (!grant.client().id().equals(who.clientId())) {
      throw invalid("unknown or expired");
    }
    return new Presented(token, grant, client);
  }

  /**
   * Issues the next pair; empty when the presented token was used before, which has ended the
   * grant.
   */
  private Optional<Issued> renewed(
      StoreTransaction tx, Presented given, String hash, @Nullable String resource, Instant now) {
    Grant grant = given.grant();
    // Serialized with changes of the key.
    var unused = tx.organizations().lock(grant.organizationId());
    Table<GrantToken> tokens = tx.table(TOKENS);
    boolean first =
        tokens
            .lock(hash)
            .filter(token -> token.usedAt() == null)
            .map(token -> tokens.update(token.used(now)))
            .orElse(false);
    if (!first) {
      LOG.warn(
          "grant {} revoked: its {} was presented twice",
          grant.id(),
          given.token().kind().wireName());
      revokeGrant(tx, grant, now);
      return Optional.empty();
    }
    if (resource != null && !grant.audience().orElse(resource).equals(resource)) {
      throw new GrantRefusal(Reason.INVALID_TARGET, "the grant is for another resource");
    }
    ApiKey key = Grants.key(tx, grant);
    if (!key.isLive(now)) {
      throw invalid("the grant was revoked");
    }
    given.client().ifPresent(client -> GrantClients.touch(tx, client, now));
    tokens.removeDue(TOKEN_EXPIRY, now, TIDY_ROWS);
    KeySecret access = KeySecret.generate(random);
    GrantSecret refresh = GrantSecret.generate(random);
    insert(tx, grant, access.hash(), GrantToken.Kind.ACCESS, now.plus(ACCESS_LIFE));
    insert(tx, grant, refresh.hash(), GrantToken.Kind.REFRESH, now.plus(REFRESH_LIFE));
    return Optional.of(new Issued(access, refresh, key.permissions()));
  }

  private static void insert(
      StoreTransaction tx, Grant grant, String hash, GrantToken.Kind kind, Instant expiresAt) {
    tx.table(TOKENS)
        .add(new GrantToken(hash, kind, grant.organizationId(), grant.id(), expiresAt, null));
  }

  private static void revokeGrant(StoreTransaction tx, Grant grant, Instant now) {
    var unused = tx.organizations().lock(grant.organizationId());
    ApiKeys.revoke(tx, Grants.key(tx, grant), now);
  }

  /** The registered client, authenticated; clients with a metadata document have no secret. */
  private static Optional<GrantClient> requireClient(StoreTransaction tx, Credentials who) {
    Optional<GrantClient> client = tx.table(CLIENTS).find(who.clientId());
    String secret = who.secret();
    boolean proved =
        client.isEmpty()
            ? GrantClients.isAddress(who.clientId()) && secret == null
            : client
                .get()
                .secret()
                .map(hash -> secret != null && new GrantSecret(secret).matches(hash))
                .orElse(secret == null);
    if (!proved) {
      throw new GrantRefusal(
          Reason.INVALID_CLIENT, "the client is unknown or its authentication failed");
    }
    return client;
  }

  private static GrantRefusal invalid(String why) {
    return new GrantRefusal(Reason.INVALID_GRANT, why);
  }
}
