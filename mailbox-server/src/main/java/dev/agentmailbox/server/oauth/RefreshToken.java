package dev.agentmailbox.server.oauth;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The refresh token of a relay: the configured one until the endpoint replaces it (RFC 6749 section
 * 6), then its successor. A successor is stored sealed, so that restarts and the other servers of
 * the store use it. It belongs to the settings it descends from: with another token, client or
 * endpoint, or another master key, the configured token is used. Thread safe.
 */
public final class RefreshToken {
  private static final Logger LOG = LoggerFactory.getLogger(RefreshToken.class);
  private static final String SETTING = "relay_refresh_token";

  private final MailboxStore store;
  private final Vault vault;
  private final String configured;

  /** What the sealed token is bound to; contains a hash of the settings. */
  private final String owner;

  /** A successor that could not be stored yet. */
  private @Nullable String unsaved;

  private RefreshToken(MailboxStore store, Vault vault, TokenGrant grant, String configured) {
    this.store = store;
    this.vault = vault;
    this.configured = configured;
    this.owner =
        SETTING
            + " "
            + Sha256.hex(
                String.join("\n", grant.tokenUrl().toString(), grant.clientId(), configured));
  }

  /** The token of a grant; empty when the grant has none. */
  public static Optional<RefreshToken> of(MailboxStore store, Vault vault, TokenGrant grant) {
    return grant.refreshToken().map(token -> new RefreshToken(store, vault, grant, token));
  }

  /**
   * The newest token.
   *
   * @throws StoreException the store is unavailable: an older token may be revoked, and endpoints
   *     may take its use for theft
   */
  synchronized String current() {
    String held = unsaved;
    if (held != null) {
      renew(held);
      return held;
    }
    return store.look(tx -> tx.settings().get(SETTING)).flatMap(this::open).orElse(configured);
  }

  private Optional<String> open(String sealed) {
    try {
      return Optional.of(vault.open(sealed, owner));
    } catch (IllegalStateException ofOtherSettings) {
      return Optional.empty();
    }
  }

  /** Stores a successor; if that fails, it is used from memory and stored later. */
  synchronized void renew(String successor) {
    unsaved = successor;
    String sealed = vault.seal(successor, owner);
    try {
      store.write(
          tx -> {
            tx.settings().put(SETTING, sealed);
            return true;
          });
      unsaved = null;
    } catch (StoreException e) {
      LOG.warn("the renewed refresh token of the relay could not be stored yet", e);
    }
  }

  @Override
  public String toString() {
    return "RefreshToken[…]";
  }
}
