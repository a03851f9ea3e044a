-- Who made an entry before 0013 is not known, and may have been a human: it goes on admitting what it admitted.
-- An older server that still runs beside this one does not say it either.
ALTER TABLE list_entry ALTER COLUMN by_key SET DEFAULT FALSE;
UPDATE list_entry SET by_key = FALSE
  WHERE created_at < (SELECT applied_at FROM schema_version WHERE version = 13);

-- What was scoped to an inbox of the service ends as with an inbox that is deleted, when that inbox moved.
UPDATE api_key SET revoked_at = (SELECT applied_at FROM schema_version WHERE version = 17)
  WHERE inbox_id LIKE 'postmaster@%' AND revoked_at IS NULL;
DELETE FROM webhook_delivery WHERE webhook_id IN (SELECT webhook_id FROM webhook
    WHERE inbox_id LIKE 'postmaster@%');
DELETE FROM webhook_run WHERE webhook_id IN (SELECT webhook_id FROM webhook WHERE inbox_id LIKE 'postmaster@%');
DELETE FROM webhook WHERE inbox_id LIKE 'postmaster@%';

-- Addresses with quotes that they do not need are brought to their canonical form by QuotedAddresses.
