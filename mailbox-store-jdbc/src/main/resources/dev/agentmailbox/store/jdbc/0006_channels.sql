-- pod_id and inbox_id are the endpoint's own level: the only pod or inbox it is for.
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

-- A row an attempt, made or pending; only pending ones have a due_at.
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
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at, delivery_id);

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
