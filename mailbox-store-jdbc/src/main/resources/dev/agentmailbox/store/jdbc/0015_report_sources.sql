-- Complaints that count for the breaker: the others change their recipient and nothing else.
ALTER TABLE usage_day ADD COLUMN complained_authenticated BIGINT DEFAULT 0 NOT NULL;
