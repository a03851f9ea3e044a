-- Older messages of an organization in blocks of about a thousand, each with the words that occur in it, so that a
-- search passes over blocks that cannot hold what it looks for. A block goes from the end of the one before,
-- excluded, to its own, included. build_at is when its words are to be read again; until then it is always searched.
-- messages is how many there were when they were read.
CREATE TABLE search_block (
  org_id ${key} NOT NULL,
  through BIGINT NOT NULL,
  build_at BIGINT,
  messages INT NOT NULL,
  PRIMARY KEY (org_id, through)
);
CREATE INDEX search_block_build ON search_block (build_at, org_id, through);

-- Many words a row, sorted, each after a blank; first_word is the first of them.
CREATE TABLE search_words (
  org_id ${key} NOT NULL,
  through BIGINT NOT NULL,
  first_word ${key} NOT NULL,
  words ${key} NOT NULL,
  PRIMARY KEY (org_id, through, first_word)
);
