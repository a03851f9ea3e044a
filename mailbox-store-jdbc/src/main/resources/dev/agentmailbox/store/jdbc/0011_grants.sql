-- What humans allow programs that cannot hold a key. A grant's power is the API key it owns.
CREATE TABLE grant_client (
  client_id ${key} NOT NULL PRIMARY KEY,
  client_name ${text} NOT NULL,
  redirect_uris ${text} NOT NULL,
  secret_hash ${key},
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE INDEX grant_client_use ON grant_client (used_at, client_id);

CREATE TABLE access_grant (
  org_id ${key} NOT NULL,
  grant_id ${key} NOT NULL,
  key_id ${key} NOT NULL,
  client_id ${text} NOT NULL,
  client_name ${text} NOT NULL,
  approved_by ${key} NOT NULL,
  redirect_uri ${text} NOT NULL,
  code_challenge ${key} NOT NULL,
  audience ${text},
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, grant_id)
);
CREATE INDEX access_grant_list ON access_grant (org_id, created_at, grant_id);

-- Used ones stay until they expire: one that comes twice betrays a thief.
CREATE TABLE grant_token (
  token_hash ${key} NOT NULL PRIMARY KEY,
  token_kind ${key} NOT NULL,
  org_id ${key} NOT NULL,
  grant_id ${key} NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX grant_token_expiry ON grant_token (expires_at, token_hash);
