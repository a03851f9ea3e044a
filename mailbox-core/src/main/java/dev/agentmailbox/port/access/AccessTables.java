package dev.agentmailbox.port.access;

import static dev.agentmailbox.port.table.Column.choice;
import static dev.agentmailbox.port.table.Column.coded;
import static dev.agentmailbox.port.table.Column.largeNumber;
import static dev.agentmailbox.port.table.Column.nested;
import static dev.agentmailbox.port.table.Column.number;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.access.PasskeyChallenge;
import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;
import java.util.List;

/** Tables of grants, sessions, codes and passkeys. Hashes are those of long random secrets. */
public final class AccessTables {
  public static final Index<Session> SESSIONS_OF_SIGN_IN = Index.list("sign_in_id", "");
  public static final Index<Session> SESSIONS_OF_HUMAN = Index.list("user_id", "");
  public static final Index<Session> SESSIONS_BY_USE = Index.list("", "used_at, cookie_hash");

  /** Console sessions of humans; idle ones stay for a while. */
  public static final TableSpec<Session> SESSIONS =
      columns(
              Session::new,
              text("cookie_hash", Session::cookieHash),
              text("sign_in_id", Session::signInId),
              text("user_id", Session::userId),
              text("acting_org", Session::organizationId),
              time("created_at", Session::createdAt),
              time("used_at", Session::usedAt),
              time("verified_until", Session::verifiedUntil))
          .table("human_session", "cookie_hash")
          .list(SESSIONS_OF_SIGN_IN)
          .list(SESSIONS_OF_HUMAN)
          .list(SESSIONS_BY_USE);

  public static final Index<SignInCode> CODE_EXPIRY = Index.list("", "expires_at, subject");

  /** Mailed sign-in codes, one per subject. */
  public static final TableSpec<SignInCode> CODES =
      columns(
              SignInCode::new,
              text("subject", SignInCode::subject),
              text("code_hash", SignInCode::hash),
              text("user_id", SignInCode::userId),
              number("attempts", SignInCode::attempts),
              time("expires_at", SignInCode::expiresAt))
          .table("sign_in_code", "subject")
          .list(CODE_EXPIRY);

  public static final Index<Passkey> PASSKEY_BY_CREDENTIAL = Index.unique("credential_id");
  public static final Index<Passkey> PASSKEYS_OF_HUMAN =
      Index.list("user_id", "created_at, passkey_id");

  /** Passkeys of humans. */
  public static final TableSpec<Passkey> PASSKEYS =
      columns(
              Passkey::new,
              text("passkey_id", Passkey::id),
              text("user_id", Passkey::userId),
              text("credential_id", Passkey::credentialId),
              text("passkey_name", Passkey::name),
              text("public_data", Passkey::publicData),
              largeNumber("sign_count", Passkey::signCount),
              time("created_at", Passkey::createdAt),
              time("used_at", Passkey::usedAt))
          .table("passkey", "user_id, passkey_id")
          .unique(PASSKEY_BY_CREDENTIAL)
          .list(PASSKEYS_OF_HUMAN);

  public static final Index<PasskeyChallenge> CHALLENGE_EXPIRY =
      Index.list("", "expires_at, challenge_hash");

  /** Pending WebAuthn challenges. */
  public static final TableSpec<PasskeyChallenge> CHALLENGES =
      columns(
              PasskeyChallenge::new,
              text("challenge_hash", PasskeyChallenge::hash),
              text("subject", PasskeyChallenge::subject),
              time("expires_at", PasskeyChallenge::expiresAt))
          .table("passkey_challenge", "challenge_hash")
          .list(CHALLENGE_EXPIRY);

  public static final Index<PushSubscription> PUSH_SUBSCRIPTIONS_OF_HUMAN =
      Index.list("user_id", "created_at, subscription_id");

  /** Browsers that take notices, found by the hash of their endpoint. */
  public static final TableSpec<PushSubscription> PUSH_SUBSCRIPTIONS =
      columns(
              PushSubscription::new,
              text("subscription_id", PushSubscription::id),
              text("user_id", PushSubscription::userId),
              text("endpoint", PushSubscription::endpoint),
              text("public_key", PushSubscription::publicKey),
              text("auth_secret", PushSubscription::authSecret),
              time("created_at", PushSubscription::createdAt))
          .table("push_subscription", "subscription_id")
          .list(PUSH_SUBSCRIPTIONS_OF_HUMAN);

  public static final Index<GrantClient> CLIENTS_BY_USE = Index.list("", "used_at, client_id");

  /** Separates addresses, none of which contains it. */
  private static final String BETWEEN = "\n";

  /** Dynamically registered OAuth clients (RFC 7591); they belong to no organization. */
  public static final TableSpec<GrantClient> CLIENTS =
      columns(
              GrantClient::new,
              text("client_id", GrantClient::id),
              text("client_name", GrantClient::name),
              coded(
                  "redirect_uris",
                  GrantClient::redirectUris,
                  uris -> String.join(BETWEEN, uris),
                  text -> List.of(text.split(BETWEEN, -1))),
              text("secret_hash", GrantClient::secretHash),
              time("created_at", GrantClient::createdAt),
              time("used_at", GrantClient::usedAt))
          .table("grant_client", "client_id")
          .list(CLIENTS_BY_USE);

  public static final Index<Grant> GRANT_LIST = Index.list("org_id", "created_at, grant_id");

  /** OAuth grants. */
  public static final TableSpec<Grant> GRANTS =
      columns(
              Grant::new,
              text("grant_id", Grant::id),
              text("org_id", Grant::organizationId),
              text("key_id", Grant::keyId),
              nested(
                  Grant::client,
                  columns(
                      Grant.Client::new,
                      text("client_id", Grant.Client::id),
                      text("client_name", Grant.Client::name),
                      text("redirect_uri", Grant.Client::redirectUri))),
              text("approved_by", Grant::approvedBy),
              text("code_challenge", Grant::codeChallenge),
              text("audience", Grant::resource),
              time("created_at", Grant::createdAt))
          .table("access_grant", "org_id, grant_id")
          .list(GRANT_LIST);

  public static final Index<GrantToken> TOKEN_EXPIRY = Index.list("", "expires_at, token_hash");

  /** Codes and tokens of grants, found by their hashes. */
  public static final TableSpec<GrantToken> TOKENS =
      columns(
              GrantToken::new,
              text("token_hash", GrantToken::hash),
              choice(
                  "token_kind",
                  GrantToken::kind,
                  GrantToken.Kind::wireName,
                  GrantToken.Kind.values()),
              text("org_id", GrantToken::organizationId),
              text("grant_id", GrantToken::grantId),
              time("expires_at", GrantToken::expiresAt),
              time("used_at", GrantToken::usedAt))
          .table("grant_token", "token_hash")
          .list(TOKEN_EXPIRY);

  private AccessTables() {}
}
