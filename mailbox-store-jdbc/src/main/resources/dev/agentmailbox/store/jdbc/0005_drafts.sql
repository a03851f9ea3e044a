-- send_id is the last send made of it; where that stands is asked of the send.
CREATE TABLE draft (
  org_id ${key} NOT NULL,
  draft_id ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  client_id ${key},
  revision INT NOT NULL,
  labels ${text} NOT NULL,
  size BIGINT NOT NULL,
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
