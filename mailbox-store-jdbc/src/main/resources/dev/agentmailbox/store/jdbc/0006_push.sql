-- Browsers in which people are notified.
CREATE TABLE push_subscription (
  subscription_id ${key} NOT NULL,
  user_id ${key} NOT NULL,
  endpoint ${text} NOT NULL,
  public_key ${key} NOT NULL,
  auth_secret ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (subscription_id)
);
CREATE INDEX push_subscription_human ON push_subscription (user_id, created_at, subscription_id);
