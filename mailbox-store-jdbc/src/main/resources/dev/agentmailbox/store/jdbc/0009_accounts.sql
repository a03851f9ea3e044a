-- How agents and people get in: codes of organizations for agents, inboxes that wait to be claimed,
-- the waitlist, invites, and passkeys. Codes and tokens are here as hashes only.

CREATE TABLE directed_code (
  org_id ${key} NOT NULL,
  code_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  code_hash ${key} NOT NULL,
  first_group ${key} NOT NULL,
  created_by ${key} NOT NULL,
  note ${text},
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  revoked_at BIGINT,
  PRIMARY KEY (org_id, code_id)
);
CREATE UNIQUE INDEX directed_code_hash ON directed_code (code_hash);
CREATE INDEX directed_code_list ON directed_code (org_id, created_at, code_id);
CREATE INDEX directed_code_expiry ON directed_code (expires_at, code_id);

CREATE TABLE sign_up_claim (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  key_id ${key} NOT NULL,
  code_hash ${key} NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, inbox_id)
);
CREATE UNIQUE INDEX sign_up_claim_hash ON sign_up_claim (org_id, code_hash);
CREATE INDEX sign_up_claim_expiry ON sign_up_claim (expires_at, inbox_id);

-- An entry is open until a person takes it; then it waits, and no longer expires.
CREATE TABLE waitlist_entry (
  entry_id ${key} NOT NULL PRIMARY KEY,
  entry_state ${key} NOT NULL,
  token_hash ${key} NOT NULL,
  user_id ${key},
  use_case ${key} NOT NULL,
  monthly_volume ${key},
  industry ${key},
  framework ${key},
  uses_other BOOLEAN,
  note ${text},
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE UNIQUE INDEX waitlist_entry_token ON waitlist_entry (token_hash);
CREATE INDEX waitlist_entry_list ON waitlist_entry (entry_state, created_at, entry_id);
CREATE INDEX waitlist_entry_human ON waitlist_entry (user_id, entry_id);
CREATE INDEX waitlist_entry_expiry ON waitlist_entry (expires_at, entry_id);

CREATE TABLE invite (
  invite_id ${key} NOT NULL PRIMARY KEY,
  email ${key} NOT NULL,
  code_hash ${key} NOT NULL,
  created_by ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  revoked_at BIGINT
);
CREATE UNIQUE INDEX invite_hash ON invite (code_hash);
CREATE INDEX invite_list ON invite (created_at, invite_id);

CREATE TABLE passkey (
  user_id ${key} NOT NULL,
  passkey_id ${key} NOT NULL,
  credential_id ${key} NOT NULL,
  passkey_name ${key} NOT NULL,
  public_data ${text} NOT NULL,
  sign_count BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (user_id, passkey_id)
);
CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id);
CREATE INDEX passkey_list ON passkey (user_id, created_at, passkey_id);

CREATE TABLE passkey_challenge (
  challenge_hash ${key} NOT NULL PRIMARY KEY,
  subject ${key} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at, challenge_hash);
