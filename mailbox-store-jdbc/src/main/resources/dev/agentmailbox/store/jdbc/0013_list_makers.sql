-- Who made an entry was not kept before. What may be a key's counts as a key's: it admits nobody whom a wider
-- list leaves out. A human who adds the entry again makes it their own. Suppressions are the service's.
ALTER TABLE list_entry ADD COLUMN by_key BOOLEAN DEFAULT TRUE NOT NULL;
UPDATE list_entry SET by_key = FALSE WHERE suppression = TRUE;
