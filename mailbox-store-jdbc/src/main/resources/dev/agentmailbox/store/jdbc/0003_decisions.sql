-- waiting_for is why an accepted send waits; null when it does not.
ALTER TABLE send ADD COLUMN waiting_for ${key};
CREATE INDEX send_waiting ON send (waiting_for, org_id, inbox_id, send_id);

ALTER TABLE usage_day ADD COLUMN bounced_permanently BIGINT DEFAULT 0 NOT NULL;

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
