-- What a day stored and what it deleted are counted apart; storage_bytes was the day's change. Their sums over all
-- days stay the bytes stored now.
ALTER TABLE usage_day ADD COLUMN removed_bytes BIGINT DEFAULT 0 NOT NULL;
UPDATE usage_day SET removed_bytes = -storage_bytes, storage_bytes = 0 WHERE storage_bytes < 0;
