-- The names among the words of a message, which begin with @, each in a row: one is looked for at every send to somebody
-- new, and a search reads too much for that. search_name stays for servers of the version before.
CREATE TABLE mention (
  org_id ${key} NOT NULL,
  name ${key} NOT NULL,
  pod_id ${key} NOT NULL,
  inbox_id ${key} NOT NULL,
  created_at BIGINT NOT NULL,
  message_id ${key} NOT NULL,
  thread_id ${key} NOT NULL,
  PRIMARY KEY (org_id, name, pod_id, inbox_id, created_at, message_id)
);
INSERT INTO mention (org_id, name, pod_id, inbox_id, created_at, message_id, thread_id)
SELECT d.org_id, ${name_of_words} AS name, d.pod_id, d.inbox_id, d.created_at, d.message_id, d.thread_id
FROM ${names_of_words};
