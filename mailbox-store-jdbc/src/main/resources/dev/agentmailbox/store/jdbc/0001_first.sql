-- Times are milliseconds since 1970 in UTC. org_id leads every key.
-- Lists by (time, id) have an index that ends in exactly these two columns.

CREATE TABLE setting (
  name ${key} NOT NULL PRIMARY KEY,
  setting_value ${text} NOT NULL
);

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

-- hidden is the bits of the labels that keep a message out of lists.
CREATE TABLE message (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  message_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  hidden INT NOT NULL,
  direction ${key} NOT NULL,
  classification ${key} NOT NULL,
  labels ${text} NOT NULL,
  size BIGINT NOT NULL,
  send_id ${key},
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

CREATE TABLE message_body (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  message_id ${key} NOT NULL,
  body ${text} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, message_id)
);

CREATE TABLE message_label (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  label ${key} NOT NULL,
  hidden INT NOT NULL,
  created_at BIGINT NOT NULL,
  message_id ${key} NOT NULL,
  PRIMARY KEY (org_id, inbox_id, label, hidden, created_at, message_id)
);

CREATE TABLE thread (
  org_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  hidden INT NOT NULL,
  last_at BIGINT NOT NULL,
  subject_key ${key},
  locked BOOLEAN NOT NULL,
  labels ${text} NOT NULL,
  details ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, thread_id)
);
CREATE INDEX thread_inbox_list ON thread (org_id, inbox_id, hidden, last_at, thread_id);
CREATE INDEX thread_pod_list ON thread (org_id, pod_id, hidden, last_at, thread_id);
CREATE INDEX thread_list ON thread (org_id, hidden, last_at, thread_id);
CREATE INDEX thread_subject ON thread (org_id, inbox_id, subject_key, last_at, thread_id);

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

-- Which thread an RFC 5322 Message-ID belongs to; long ids are kept as their hash.
CREATE TABLE thread_reference (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  reference_key ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  ours BOOLEAN NOT NULL,
  PRIMARY KEY (org_id, inbox_id, reference_key)
);
CREATE INDEX thread_reference_thread ON thread_reference (org_id, inbox_id, thread_id);

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

-- due_at is when the outbox may claim it: next_attempt_at, or the end of a lease.
CREATE TABLE send (
  org_id ${key} NOT NULL,
  send_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  kind ${key} NOT NULL,
  status ${key} NOT NULL,
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
CREATE INDEX send_due ON send (due_at, send_id);
CREATE INDEX send_envelope ON send (envelope_sender);
CREATE INDEX send_content ON send (content_key);
CREATE INDEX send_fingerprint ON send (org_id, inbox_id, fingerprint, created_at, send_id);

CREATE TABLE contact (
  org_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  address_key ${key} NOT NULL,
  noted_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, inbox_id, address_key)
);

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

-- level_id is the id of the organization, pod or inbox that the entry belongs to.
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
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, level_id, direction, list_type, entry_key)
);
CREATE INDEX list_entry_list
  ON list_entry (org_id, level_id, direction, list_type, created_at, entry_key);

CREATE TABLE event_head (
  org_id ${key} NOT NULL PRIMARY KEY,
  last_seq BIGINT NOT NULL,
  min_seq BIGINT NOT NULL
);

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

-- storage_bytes is the day's change; the others are the day's counts.
CREATE TABLE usage_day (
  org_id ${key} NOT NULL,
  subject_id ${key} NOT NULL,
  usage_date INT NOT NULL,
  received BIGINT NOT NULL,
  sent_messages BIGINT NOT NULL,
  sent_recipients BIGINT NOT NULL,
  bounced BIGINT NOT NULL,
  complained BIGINT NOT NULL,
  storage_bytes BIGINT NOT NULL,
  api_calls BIGINT NOT NULL,
  PRIMARY KEY (org_id, subject_id, usage_date)
);

CREATE TABLE quota_day (
  org_id ${key} NOT NULL,
  usage_date INT NOT NULL,
  quota ${key} NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (org_id, usage_date, quota)
);

CREATE TABLE idempotency (
  request_key ${key} NOT NULL PRIMARY KEY,
  body_hash ${key} NOT NULL,
  answer_status INT,
  answer_body ${text},
  expires_at BIGINT NOT NULL
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at, request_key);

CREATE TABLE receipt (
  receipt_key ${key} NOT NULL PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX receipt_expiry ON receipt (expires_at, receipt_key);
