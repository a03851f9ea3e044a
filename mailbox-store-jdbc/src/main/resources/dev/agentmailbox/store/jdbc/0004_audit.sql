-- Audit trails: a chain of hashes for each organization. entry_number is the sequence in hexadecimal, so that its
-- order is that of text.
CREATE TABLE audit_entry (
  org_id ${key} NOT NULL,
  entry_number ${key} NOT NULL,
  action_name ${key} NOT NULL,
  actor ${key} NOT NULL,
  occurred_at BIGINT NOT NULL,
  details ${text} NOT NULL,
  PRIMARY KEY (org_id, entry_number)
);
CREATE INDEX audit_entry_list ON audit_entry (org_id, occurred_at, entry_number);
CREATE INDEX audit_entry_action ON audit_entry (org_id, action_name, occurred_at, entry_number);
CREATE INDEX audit_entry_actor ON audit_entry (org_id, actor, occurred_at, entry_number);
CREATE INDEX audit_entry_expiry ON audit_entry (occurred_at, org_id, entry_number);

CREATE TABLE audit_head (
  org_id ${key} NOT NULL PRIMARY KEY,
  head_sequence BIGINT NOT NULL,
  head_hash ${key} NOT NULL,
  occurred_at BIGINT NOT NULL
);
