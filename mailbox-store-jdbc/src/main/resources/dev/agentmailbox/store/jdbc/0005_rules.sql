-- Rules by which mail leaves without an approval, and the sends that each of them let through.
CREATE TABLE send_rule (
  org_id ${key} NOT NULL,
  rule_id ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  details ${text} NOT NULL,
  PRIMARY KEY (org_id, rule_id)
);
CREATE INDEX send_rule_list ON send_rule (org_id, created_at, rule_id);

CREATE TABLE rule_use (
  org_id ${key} NOT NULL,
  rule_id ${key} NOT NULL,
  send_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, rule_id, send_id)
);
CREATE INDEX rule_use_list ON rule_use (org_id, rule_id, used_at, send_id);
CREATE INDEX rule_use_inbox ON rule_use (org_id, inbox_id, send_id);
