-- Times are milliseconds since 1970 in UTC. org_id leads every key.
-- Lists by (time, id) have an index that ends in exactly these two columns.


-- --- The service ---

-- Single values of the whole service, by name.
CREATE TABLE setting (
  name ${key} NOT NULL PRIMARY KEY,
  setting_value ${text} NOT NULL
);

-- Rows that are only there to be locked.
CREATE TABLE named_lock (
  lock_name ${key} NOT NULL PRIMARY KEY
);

-- Requests with an idempotency key; answer_status and answer_body are null while one is running.
CREATE TABLE idempotency (
  request_key ${key} NOT NULL PRIMARY KEY,
  body_hash ${key} NOT NULL,
  answer_status INT,
  answer_body ${text},
  expires_at BIGINT NOT NULL
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at, request_key);

-- What was received or done already, so that a repetition is recognised; long keys are stored as their hash.
CREATE TABLE receipt (
  receipt_key ${key} NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX receipt_expiry ON receipt (expires_at, receipt_key);

-- When something that is limited happened; moments are milliseconds separated by blanks.
CREATE TABLE limited_moment (
  limit_name ${key} NOT NULL PRIMARY KEY,
  moments ${text} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX limited_moment_expiry ON limited_moment (expires_at, limit_name);


-- --- Organizations and what they use ---

-- Tenants; policy is JSON.
CREATE TABLE organization (
  org_id ${key} NOT NULL PRIMARY KEY,
  name ${text} NOT NULL,
  service_domain ${text} NOT NULL,
  inbox_limit INT NOT NULL,
  daily_recipients INT NOT NULL,
  daily_api_calls INT NOT NULL,
  inbox_count INT NOT NULL,
  suspended_reason ${text},
  policy ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX organization_age ON organization (created_at, org_id);

-- Groups of inboxes inside an organization.
CREATE TABLE pod (
  org_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  name ${key} NOT NULL,
  client_id ${key},
  inbox_count INT NOT NULL,
  policy ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, pod_id)
);
CREATE UNIQUE INDEX pod_client ON pod (org_id, client_id);
CREATE INDEX pod_name ON pod (org_id, name, created_at);
CREATE INDEX pod_list ON pod (org_id, created_at, pod_id);

-- Counts of one day. subject_id is the id of an organization, pod or inbox. The bytes stored now are the sum of
-- storage_bytes less the sum of removed_bytes over all days. bounced_permanently and
-- complained_authenticated are what counts for the breaker.
CREATE TABLE usage_day (
  org_id ${key} NOT NULL,
  subject_id ${key} NOT NULL,
  usage_date INT NOT NULL,
  received BIGINT NOT NULL,
  sent_messages BIGINT NOT NULL,
  sent_recipients BIGINT NOT NULL,
  bounced BIGINT NOT NULL,
  bounced_permanently BIGINT NOT NULL,
  complained BIGINT NOT NULL,
  complained_authenticated BIGINT NOT NULL,
  storage_bytes BIGINT NOT NULL,
  removed_bytes BIGINT NOT NULL,
  api_calls BIGINT NOT NULL,
  PRIMARY KEY (org_id, subject_id, usage_date)
);

-- How much of a daily quota is used.
CREATE TABLE quota_day (
  org_id ${key} NOT NULL,
  usage_date INT NOT NULL,
  quota ${key} NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (org_id, usage_date, quota)
);


-- --- Humans ---
-- Humans belong to no organization themselves. Codes, cookies and challenges are stored as hashes only.

-- One row for each email address that ever signed in.
CREATE TABLE human (
  user_id ${key} NOT NULL PRIMARY KEY,
  email ${key} NOT NULL,
  is_operator BOOLEAN NOT NULL,
  status ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX human_email ON human (email);

-- A membership is pending until its human accepts it.
CREATE TABLE membership (
  org_id ${key} NOT NULL,
  user_id ${key} NOT NULL,
  member_role ${key} NOT NULL,
  member_status ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX membership_list ON membership (org_id, created_at, user_id);
CREATE INDEX membership_role ON membership (org_id, member_role, user_id);
CREATE INDEX membership_human ON membership (user_id, created_at, org_id);

-- acting_org is the organization the human acts in; null until it is known.
CREATE TABLE human_session (
  cookie_hash ${key} NOT NULL PRIMARY KEY,
  sign_in_id ${key} NOT NULL,
  user_id ${key} NOT NULL,
  acting_org ${key},
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  verified_until BIGINT NOT NULL
);
CREATE INDEX human_session_sign_in ON human_session (sign_in_id);
CREATE INDEX human_session_human ON human_session (user_id);
CREATE INDEX human_session_use ON human_session (used_at, cookie_hash);

-- The one-time code that was last mailed for a subject.
CREATE TABLE sign_in_code (
  subject ${key} NOT NULL PRIMARY KEY,
  code_hash ${key} NOT NULL,
  user_id ${key},
  attempts INT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_code_expiry ON sign_in_code (expires_at, subject);

-- Public parts of WebAuthn credentials.
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

-- WebAuthn challenges that were not answered yet.
CREATE TABLE passkey_challenge (
  challenge_hash ${key} NOT NULL PRIMARY KEY,
  subject ${key} NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at, challenge_hash);


-- --- Keys and grants ---
-- Secrets are stored as hashes only.

-- pod_id and inbox_id are the key's scope; both null for the whole organization.
CREATE TABLE api_key (
  org_id ${key} NOT NULL,
  key_id ${key} NOT NULL,
  pod_id ${key},
  inbox_id ${key},
  prefix ${key} NOT NULL,
  key_hash ${key} NOT NULL,
  name ${text} NOT NULL,
  permissions ${text} NOT NULL,
  restricted BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  used_at BIGINT,
  expires_at BIGINT,
  revoked_at BIGINT,
  PRIMARY KEY (org_id, key_id)
);
CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);
CREATE INDEX api_key_list ON api_key (org_id, created_at, key_id);
CREATE INDEX api_key_pod_list ON api_key (org_id, pod_id, created_at, key_id);
CREATE INDEX api_key_inbox_list ON api_key (org_id, inbox_id, created_at, key_id);

-- OAuth clients that registered themselves.
CREATE TABLE grant_client (
  client_id ${key} NOT NULL PRIMARY KEY,
  client_name ${text} NOT NULL,
  redirect_uris ${text} NOT NULL,
  secret_hash ${key},
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE INDEX grant_client_use ON grant_client (used_at, client_id);

-- OAuth grants of humans. What a grant may do is what the API key it owns may do.
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

-- Used tokens stay until they expire: one that is presented twice was stolen.
CREATE TABLE grant_token (
  token_hash ${key} NOT NULL PRIMARY KEY,
  token_kind ${key} NOT NULL,
  org_id ${key} NOT NULL,
  grant_id ${key} NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX grant_token_expiry ON grant_token (expires_at, token_hash);


-- --- Sign-up ---
-- Codes and tokens are stored as hashes only.

-- Codes of an organization with which its agents sign up.
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

-- Inboxes of agents that signed up and wait to be claimed by a human.
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

-- An entry is open until a human takes it; then it waits and no longer expires.
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

-- Invites of the operator to humans.
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


-- --- Inboxes ---

-- inbox_id is the address; policy and metadata are JSON.
CREATE TABLE inbox (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  display_name ${text},
  client_id ${key},
  search_text ${text} NOT NULL,
  status ${key} NOT NULL,
  claimed BOOLEAN NOT NULL,
  metadata ${text} NOT NULL,
  policy ${text} NOT NULL,
  stored_bytes BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, inbox_id)
);
CREATE UNIQUE INDEX inbox_client ON inbox (org_id, client_id);
CREATE INDEX inbox_list ON inbox (org_id, created_at, inbox_id);
CREATE INDEX inbox_pod_list ON inbox (org_id, pod_id, created_at, inbox_id);

-- Every address ever given out, in all organizations; retired ones stay.
CREATE TABLE inbox_address (
  address ${key} NOT NULL PRIMARY KEY,
  org_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  retired_at BIGINT
);

-- Allow and block lists. level_id is the id of the organization, pod or inbox that the entry belongs to.
CREATE TABLE list_entry (
  org_id ${key} NOT NULL,
  level_id ${key} NOT NULL,
  direction ${key} NOT NULL,
  list_type ${key} NOT NULL,
  entry_key ${key} NOT NULL,
  entry ${text} NOT NULL,
  pod_id ${key},
  inbox_id ${key},
  reason ${text},
  suppression BOOLEAN NOT NULL,
  by_key BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, level_id, direction, list_type, entry_key)
);
CREATE INDEX list_entry_list
  ON list_entry (org_id, level_id, direction, list_type, created_at, entry_key);

-- Addresses that an inbox has exchanged mail with; a row for each direction.
CREATE TABLE contact (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  address_key ${key} NOT NULL,
  direction ${key} NOT NULL,
  noted_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, inbox_id, address_key, direction)
);


-- --- Messages ---
-- labels and details are JSON. hidden has a bit for each label that keeps a message or thread out of lists.

-- content_key names the raw message in the content store.
CREATE TABLE message (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  message_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  hidden INT NOT NULL,
  labels ${text} NOT NULL,
  size BIGINT NOT NULL,
  content_key ${key} NOT NULL,
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, inbox_id, message_id)
);
CREATE INDEX message_list ON message (org_id, inbox_id, hidden, created_at, message_id);
CREATE INDEX message_thread_list
  ON message (org_id, inbox_id, thread_id, hidden, created_at, message_id);
CREATE INDEX message_content ON message (content_key);

-- The parsed text of a message, apart so that lists do not read it.
CREATE TABLE message_body (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  message_id ${key} NOT NULL,
  body ${text} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, message_id)
);

-- Messages by label.
CREATE TABLE message_label (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  label ${key} NOT NULL,
  hidden INT NOT NULL,
  created_at BIGINT NOT NULL,
  message_id ${key} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, label, hidden, created_at, message_id)
);

-- subject_key finds the thread of an answer without references.
CREATE TABLE thread (
  org_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  hidden INT NOT NULL,
  last_at BIGINT NOT NULL,
  subject_key ${key},
  locked BOOLEAN NOT NULL,
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, thread_id)
);
CREATE INDEX thread_inbox_list ON thread (org_id, inbox_id, hidden, last_at, thread_id);
CREATE INDEX thread_pod_list ON thread (org_id, pod_id, hidden, last_at, thread_id);
CREATE INDEX thread_list ON thread (org_id, hidden, last_at, thread_id);
CREATE INDEX thread_subject ON thread (org_id, inbox_id, subject_key, last_at, thread_id);

-- Threads by label.
CREATE TABLE thread_label (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  label ${key} NOT NULL,
  hidden INT NOT NULL,
  last_at BIGINT NOT NULL,
  thread_id ${key} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, label, hidden, last_at, thread_id)
);
CREATE INDEX thread_label_list ON thread_label (org_id, label, hidden, last_at, thread_id);

-- Which thread an RFC 5322 Message-ID belongs to; long ids are stored as their hash.
CREATE TABLE thread_reference (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  reference_key ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  ours BOOLEAN NOT NULL,
  PRIMARY KEY (org_id, inbox_id, reference_key)
);
CREATE INDEX thread_reference_thread ON thread_reference (org_id, inbox_id, thread_id);

-- Raw messages, for databases that store them; keys begin with the time at which they were made.
CREATE TABLE content (
  content_key ${key} NOT NULL PRIMARY KEY,
  size BIGINT NOT NULL
);

-- The bytes of raw messages in parts.
CREATE TABLE content_part (
  content_key ${key} NOT NULL,
  part INT NOT NULL,
  bytes ${bytes} NOT NULL,
  PRIMARY KEY (content_key, part)
);


-- --- Search ---

-- The words of a message.
CREATE TABLE search_document (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  message_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  words ${text} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, created_at, message_id)
);
CREATE INDEX search_document_list ON search_document (org_id, created_at, message_id);
CREATE INDEX search_document_pod_list
  ON search_document (org_id, pod_id, created_at, message_id);
CREATE INDEX search_document_message ON search_document (org_id, inbox_id, message_id);

-- Older messages of an organization in blocks of about a thousand, each with the words that occur in it, so that a
-- search passes over blocks that cannot match. A block begins after the end (through) of the one before and ends with
-- its own. build_at is when its words are to be read again; until then it is always searched. messages is how many
-- there were when the words were read.
CREATE TABLE search_block (
  org_id ${key} NOT NULL,
  through BIGINT NOT NULL,
  build_at BIGINT,
  messages INT NOT NULL,
  PRIMARY KEY (org_id, through)
);
CREATE INDEX search_block_build ON search_block (build_at, org_id, through);

-- The words of a block, sorted, many in a row, each after a blank; first_word is the first of them.
CREATE TABLE search_words (
  org_id ${key} NOT NULL,
  through BIGINT NOT NULL,
  first_word ${key} NOT NULL,
  words ${key} NOT NULL,
  PRIMARY KEY (org_id, through, first_word)
);


-- --- Sending ---
-- details is JSON.

-- due_at is when the outbox may claim it: next_attempt_at, or the end of a lease. waiting_for is why an accepted send
-- waits; null when it does not.
CREATE TABLE send (
  org_id ${key} NOT NULL,
  send_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  kind ${key} NOT NULL,
  status ${key} NOT NULL,
  waiting_for ${key},
  envelope_sender ${key} NOT NULL,
  content_key ${key} NOT NULL,
  fingerprint ${key} NOT NULL,
  attempts INT NOT NULL,
  next_attempt_at BIGINT,
  due_at BIGINT,
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, send_id)
);
CREATE INDEX send_list ON send (org_id, status, created_at, send_id);
CREATE INDEX send_pod_list ON send (org_id, pod_id, status, created_at, send_id);
CREATE INDEX send_inbox_list ON send (org_id, inbox_id, status, created_at, send_id);
-- The last columns are for counting what waits without reading the rows.
CREATE INDEX send_due ON send (due_at, send_id, status, attempts, waiting_for);
CREATE INDEX send_envelope ON send (envelope_sender);
CREATE INDEX send_content ON send (content_key);
CREATE INDEX send_fingerprint ON send (org_id, inbox_id, fingerprint, created_at, send_id);
CREATE INDEX send_waiting ON send (waiting_for, org_id, inbox_id, send_id);

-- pending_until is null once the approval is decided.
CREATE TABLE approval (
  org_id ${key} NOT NULL,
  approval_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  status ${key} NOT NULL,
  pending_until BIGINT,
  details ${text} NOT NULL,
  requested_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, approval_id)
);
CREATE INDEX approval_list ON approval (org_id, status, requested_at, approval_id);
CREATE INDEX approval_pod_list ON approval (org_id, pod_id, status, requested_at, approval_id);
CREATE INDEX approval_inbox_list ON approval (org_id, inbox_id, status, requested_at, approval_id);
CREATE INDEX approval_expiry ON approval (pending_until, approval_id);

-- One mail of the service to one human about one approval, until it was handed over.
CREATE TABLE approval_notice (
  org_id ${key} NOT NULL,
  approval_id ${key} NOT NULL,
  address ${key} NOT NULL,
  attempts INT NOT NULL,
  due_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, approval_id, address)
);
CREATE INDEX approval_notice_due ON approval_notice (due_at, approval_id, address);

-- send_id is the last send made of the draft; its state is that of the send.
CREATE TABLE draft (
  org_id ${key} NOT NULL,
  draft_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  client_id ${key},
  revision INT NOT NULL,
  send_id ${key},
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, draft_id)
);
CREATE UNIQUE INDEX draft_client ON draft (org_id, inbox_id, client_id);
CREATE INDEX draft_list ON draft (org_id, created_at, draft_id);
CREATE INDEX draft_pod_list ON draft (org_id, pod_id, created_at, draft_id);
CREATE INDEX draft_inbox_list ON draft (org_id, inbox_id, created_at, draft_id);

-- The text of a draft, apart so that lists do not read it.
CREATE TABLE draft_body (
  org_id ${key} NOT NULL,
  draft_id ${key} NOT NULL,
  body ${text} NOT NULL,
  PRIMARY KEY (org_id, draft_id)
);

-- Which draft an attachment belongs to, and which content it names.
CREATE TABLE draft_attachment (
  org_id ${key} NOT NULL,
  attachment_id ${key} NOT NULL,
  draft_id ${key} NOT NULL,
  content_key ${key} NOT NULL,
  PRIMARY KEY (org_id, attachment_id)
);
CREATE INDEX draft_attachment_draft ON draft_attachment (org_id, draft_id);
CREATE INDEX draft_attachment_content ON draft_attachment (content_key);


-- --- Events ---
-- details is JSON.

-- The first and the last number in the event log of an organization.
CREATE TABLE event_head (
  org_id ${key} NOT NULL PRIMARY KEY,
  last_seq BIGINT NOT NULL,
  min_seq BIGINT NOT NULL
);

-- The event log.
CREATE TABLE event (
  org_id ${key} NOT NULL,
  seq BIGINT NOT NULL,
  inbox_id ${key},
  event_type ${key} NOT NULL,
  occurred_at BIGINT NOT NULL,
  details ${text} NOT NULL,
  PRIMARY KEY (org_id, seq)
);
CREATE INDEX event_inbox ON event (org_id, inbox_id, seq);

-- Events of a day by type; quiet are those of them that woke nobody.
CREATE TABLE event_day (
  org_id ${key} NOT NULL,
  subject_id ${key} NOT NULL,
  usage_date INT NOT NULL,
  event_type ${key} NOT NULL,
  amount BIGINT NOT NULL,
  quiet BIGINT NOT NULL,
  PRIMARY KEY (org_id, subject_id, usage_date, event_type)
);
CREATE INDEX event_day_date ON event_day (usage_date, org_id, subject_id, event_type);

-- pod_id and inbox_id are the endpoint's scope: the only pod or inbox it is for.
CREATE TABLE webhook (
  org_id ${key} NOT NULL,
  webhook_id ${key} NOT NULL,
  pod_id ${key},
  inbox_id ${key},
  client_id ${key},
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, webhook_id)
);
CREATE UNIQUE INDEX webhook_client ON webhook (org_id, client_id);
CREATE INDEX webhook_list ON webhook (org_id, created_at, webhook_id);
CREATE INDEX webhook_pod_list ON webhook (org_id, pod_id, created_at, webhook_id);
CREATE INDEX webhook_inbox_list ON webhook (org_id, inbox_id, created_at, webhook_id);

-- cursor_seq is the last event dealt with; due_at is when there is work even if nothing happens.
CREATE TABLE webhook_run (
  org_id ${key} NOT NULL,
  webhook_id ${key} NOT NULL,
  enabled BOOLEAN NOT NULL,
  cursor_seq BIGINT NOT NULL,
  due_at BIGINT,
  lease_until BIGINT NOT NULL,
  failing_since BIGINT,
  hold_until BIGINT,
  recent ${text} NOT NULL,
  PRIMARY KEY (org_id, webhook_id)
);
CREATE INDEX webhook_run_due ON webhook_run (due_at, webhook_id);
CREATE INDEX webhook_run_enabled ON webhook_run (enabled, org_id, webhook_id);

-- One row for each attempt, made or pending; only pending ones have a due_at.
CREATE TABLE webhook_delivery (
  org_id ${key} NOT NULL,
  webhook_id ${key} NOT NULL,
  delivery_id ${key} NOT NULL,
  cause ${key} NOT NULL,
  due_at BIGINT,
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, webhook_id, delivery_id)
);
CREATE INDEX webhook_delivery_list
  ON webhook_delivery (org_id, webhook_id, created_at, delivery_id);
CREATE INDEX webhook_delivery_due
  ON webhook_delivery (org_id, webhook_id, cause, due_at, delivery_id);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (due_at);
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at, delivery_id);

-- Processes that serve live connections. One that did not renew its lease is removed with its places by the process
-- that finds it.
CREATE TABLE live_node (
  node ${key} NOT NULL PRIMARY KEY,
  lease_until BIGINT NOT NULL
);
CREATE INDEX live_node_lease ON live_node (lease_until, node);

-- Live connections, counted over all processes.
CREATE TABLE live_place (
  org_id ${key} NOT NULL,
  place_id ${key} NOT NULL,
  key_id ${key} NOT NULL,
  node ${key} NOT NULL,
  PRIMARY KEY (org_id, place_id)
);
CREATE INDEX live_place_node ON live_place (node, org_id, place_id);
