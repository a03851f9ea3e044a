-- What humans changed of sends before they approved them.
CREATE TABLE send_edit (
  org_id ${key} NOT NULL,
  send_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  details ${text} NOT NULL,
  PRIMARY KEY (org_id, send_id)
);
CREATE INDEX send_edit_inbox ON send_edit (org_id, inbox_id, send_id);
