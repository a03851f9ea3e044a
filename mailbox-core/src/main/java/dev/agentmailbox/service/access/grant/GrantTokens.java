package dev.agentmailbox.service.access.grant;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
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
 * Hands programs the secrets of their grants. What can be exchanged once and comes twice was stolen
 * from one of the two who sent it, so the grant ends (RFC 9700 section 4.14). Thread safe.
 */
public final class GrantTokens {
  /** How long an access token opens anything. */
  public static final Duration ACCESS_LIFE = Duration.ofHours(1);

  /** A grant that is not renewed for so long has to be given again. */
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
   * Who a program says it is.
   *
   * @param secret null when it has none
   */
  public record Credentials(String clientId, @Nullable String secret) {
    /** Omits the secret. */
    @Override
    public String toString() {
      return "Credentials[" + clientId + "]";
    }
  }

  /**
   * A new pair.
   *
   * @param permissions what the grant's key may do now
   */
  public record Issued(KeySecret access, GrantSecret refresh, Set<Permission> permissions) {}

  /**
   * Exchanges a code for the first pair.
   *
   * @param redirectUri where the code was sent; null when the program does not say
   * @param verifier the answer to the challenge
   * @param resource null when the program does not say
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
        .store()
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
                throw invalid("redirect_uri or code_verifier are not those of the request");
              }
              return renewed(tx, given, hash, resource, now);
            })
        .orElseThrow(() -> invalid("the code was used before"));
  }

  /**
   * Exchanges a refresh token for the next pair.
   *
   * @param resource null when the program does not say
   * @throws GrantRefusal {@code invalid_client}, {@code invalid_grant}, {@code invalid_target}
   */
  public Issued refresh(Credentials who, String refreshToken, @Nullable String resource) {
    Instant now = context.now();
    String hash = new GrantSecret(refreshToken).hash();
    return context
        .store()
        .write(
            tx -> {
              Presented given = presented(tx, who, hash, GrantToken.Kind.REFRESH, now);
              return renewed(tx, given, hash, resource, now);
            })
        .orElseThrow(() -> invalid("the refresh token was used before"));
  }

  /**
   * Ends what a token is good for (RFC 7009): an access token alone, a refresh token with its
   * grant. One that is unknown or another program's is no error.
   *
   * @throws GrantRefusal {@code invalid_client}
   */
  public void revoke(Credentials who, String token) {
    Instant now = context.now();
    String hash = new GrantSecret(token).hash();
    context
        .store()
        .write(
            tx -> {
              requireClient(tx, who);
              Optional<GrantToken> found = tx.grants().findToken(hash);
              found.ifPresent(row -> end(tx, who, row, now));
              return found.isPresent();
            });
  }

  private static void end(StoreTransaction tx, Credentials who, GrantToken token, Instant now) {
    Grant grant = tx.grants().find(token.organizationId(), token.grantId()).orElseThrow();
    if (!grant.client().id().equals(who.clientId())) {
      return;
    }
    if (token.kind() == GrantToken.Kind.ACCESS) {
      tx.grants().removeToken(token.hash());
    } else {
      revokeGrant(tx, grant, now);
    }
  }

  private record Presented(GrantToken token, Grant grant, Optional<GrantClient> client) {}

  /** What was presented, when it is of this program and in time; it may have been used before. */
  private static Presented presented(
      StoreTransaction tx, Credentials who, String hash, GrantToken.Kind kind, Instant now) {
    Optional<GrantClient> client = requireClient(tx, who);
    GrantToken token =
        tx.grants()
            .findToken(hash)
            .filter(found -> found.kind() == kind && found.isLive(now))
            .orElseThrow(() -> invalid("unknown or expired"));
    Grant grant = tx.grants().find(token.organizationId(), token.grantId()).orElseThrow();
    if (!grant.client().id().equals(who.clientId())) {
      throw invalid("unknown or expired");
    }
    return new Presented(token, grant, client);
  }

  /** The next pair; empty when what was presented is used up, and then the grant has ended. */
  private Optional<Issued> renewed(
      StoreTransaction tx, Presented given, String hash, @Nullable String resource, Instant now) {
    Grant grant = given.grant();
    // In turn with whoever changes the key.
    var unused = tx.organizations().lock(grant.organizationId());
    if (!tx.grants().useToken(hash, now)) {
      LOG.warn("grant {} ends: its {} came twice", grant.id(), given.token().kind().wireName());
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
    tx.grants().removeExpiredTokens(now, TIDY_ROWS);
    KeySecret access = KeySecret.generate(random);
    GrantSecret refresh = GrantSecret.generate(random);
    insert(tx, grant, access.hash(), GrantToken.Kind.ACCESS, now.plus(ACCESS_LIFE));
    insert(tx, grant, refresh.hash(), GrantToken.Kind.REFRESH, now.plus(REFRESH_LIFE));
    return Optional.of(new Issued(access, refresh, key.permissions()));
  }

  private static void insert(
      StoreTransaction tx, Grant grant, String hash, GrantToken.Kind kind, Instant expiresAt) {
    tx.grants()
        .insertToken(
            new GrantToken(hash, kind, grant.organizationId(), grant.id(), expiresAt, null));
  }

  private static void revokeGrant(StoreTransaction tx, Grant grant, Instant now) {
    var unused = tx.organizations().lock(grant.organizationId());
    ApiKeys.revoke(tx, Grants.key(tx, grant), now);
  }

  /** The registered program, when it is one; a program with a document keeps no secret. */
  private static Optional<GrantClient> requireClient(StoreTransaction tx, Credentials who) {
    Optional<GrantClient> client = tx.grantClients().find(who.clientId());
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
          Reason.INVALID_CLIENT, "the client is not known or did not prove itself");
    }
    return client;
  }

  private static GrantRefusal invalid(String why) {
    return new GrantRefusal(Reason.INVALID_GRANT, why);
  }
}
