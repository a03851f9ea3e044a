-- Raw content, for databases that keep it themselves; keys begin with the time they were made.
CREATE TABLE content (
  content_key ${key} NOT NULL PRIMARY KEY,
  size BIGINT NOT NULL
);

CREATE TABLE content_part (
  content_key ${key} NOT NULL,
  part INT NOT NULL,
  bytes ${bytes} NOT NULL,
  PRIMARY KEY (content_key, part)
);
