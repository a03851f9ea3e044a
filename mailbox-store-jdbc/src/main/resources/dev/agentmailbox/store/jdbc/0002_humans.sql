-- People, what they belong to, and how they sign in. People belong to no organization themselves.

CREATE TABLE human (
  user_id ${key} NOT NULL PRIMARY KEY,
  email ${key} NOT NULL,
  is_operator BOOLEAN NOT NULL,
  status ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX human_email ON human (email);

CREATE TABLE membership (
  org_id ${key} NOT NULL,
  user_id ${key} NOT NULL,
  member_role ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX membership_list ON membership (org_id, created_at, user_id);
CREATE INDEX membership_role ON membership (org_id, member_role, user_id);
CREATE INDEX membership_human ON membership (user_id, created_at, org_id);

CREATE TABLE human_session (
  cookie_hash ${key} NOT NULL PRIMARY KEY,
  sign_in_id ${key} NOT NULL,
  user_id ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  verified_until BIGINT NOT NULL
);
CREATE INDEX human_session_sign_in ON human_session (sign_in_id);
CREATE INDEX human_session_human ON human_session (user_id);
CREATE INDEX human_session_use ON human_session (used_at, cookie_hash);

CREATE TABLE sign_in_code (
  subject ${key} NOT NULL PRIMARY KEY,
  code_hash ${key} NOT NULL,
  user_id ${key},
  attempts INT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_code_expiry ON sign_in_code (expires_at, subject);

-- When something that is limited happened; moments are milliseconds separated by blanks.
CREATE TABLE limited_moment (
  limit_name ${key} NOT NULL PRIMARY KEY,
  moments ${text} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX limited_moment_expiry ON limited_moment (expires_at, limit_name);
