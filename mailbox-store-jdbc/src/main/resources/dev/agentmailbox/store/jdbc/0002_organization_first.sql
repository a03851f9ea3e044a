-- Every unique key of a table with org_id contains it; a key of the whole service has a thin table that leads to the
-- organization and the row. This changes keys, so that no later migration has to: it came before the first release.


-- Rows of before are of the organization 'unknown' until they are repeated.
ALTER TABLE idempotency ADD COLUMN org_id ${key} DEFAULT 'unknown' NOT NULL;
ALTER TABLE idempotency ALTER COLUMN org_id DROP DEFAULT;
ALTER TABLE idempotency DROP ${primary_key} idempotency_pkey;
ALTER TABLE idempotency ADD PRIMARY KEY (org_id, request_key);

ALTER TABLE receipt ADD COLUMN org_id ${key} DEFAULT 'unknown' NOT NULL;
ALTER TABLE receipt ALTER COLUMN org_id DROP DEFAULT;
ALTER TABLE receipt DROP ${primary_key} receipt_pkey;
ALTER TABLE receipt ADD PRIMARY KEY (org_id, receipt_key);

-- Where the prefix of an API key leads.
DROP INDEX api_key_prefix;
CREATE TABLE api_key_prefix (
  prefix ${key} NOT NULL PRIMARY KEY,
  org_id ${key} NOT NULL,
  key_id ${key} NOT NULL
);
INSERT INTO api_key_prefix (prefix, org_id, key_id) SELECT prefix, org_id, key_id FROM api_key;

-- Where the hash of a sign-up code leads.
DROP INDEX directed_code_hash;
CREATE TABLE directed_code_hash (
  code_hash ${key} NOT NULL PRIMARY KEY,
  org_id ${key} NOT NULL,
  code_id ${key} NOT NULL
);
INSERT INTO directed_code_hash (code_hash, org_id, code_id) SELECT code_hash, org_id, code_id FROM directed_code;
