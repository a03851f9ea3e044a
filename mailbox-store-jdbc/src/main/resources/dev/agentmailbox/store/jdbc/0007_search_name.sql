-- The blocks of search whose messages name something: words that begin with @, which are looked for as a whole. Blocks
-- are read again once, because those words were among the others until now.
CREATE TABLE search_name (
  org_id ${key} NOT NULL,
  name ${key} NOT NULL,
  through BIGINT NOT NULL,
  PRIMARY KEY (org_id, name, through)
);
CREATE INDEX search_name_block ON search_name (org_id, through, name);
UPDATE search_block SET build_at = 0;
