-- What was written to postmaster@ and abuse@ lay in the first organization, where keys read it. It moves to an
-- organization of its own, all but the events: the mail itself says as much. Of these the last of each inbox says
-- from now on that the inbox is gone, because a log ends with the event that has its last number.
INSERT INTO organization (org_id, name, service_domain, inbox_limit, daily_recipients, daily_api_calls, inbox_count,
    policy, created_at, updated_at)
  SELECT 'org_0000000000000000', 'Postmaster', MIN(o.service_domain), 1000, 2000, 1000000, 0, '{}',
    MIN(i.created_at), MIN(i.created_at)
  FROM inbox i JOIN organization o ON o.org_id = i.org_id WHERE i.inbox_id LIKE 'postmaster@%' HAVING COUNT(*) > 0;
INSERT INTO event_head (org_id, last_seq, min_seq)
  SELECT org_id, 0, 1 FROM organization WHERE org_id = 'org_0000000000000000';
INSERT INTO pod (org_id, pod_id, name, inbox_count, policy, created_at, updated_at)
  SELECT org_id, 'pod_0000000000000000', 'default',
    (SELECT COUNT(*) FROM inbox WHERE inbox_id LIKE 'postmaster@%'), '{}', created_at, updated_at
  FROM organization WHERE org_id = 'org_0000000000000000';
UPDATE pod SET inbox_count = inbox_count - (SELECT COUNT(*) FROM inbox i
    WHERE i.org_id = pod.org_id AND i.pod_id = pod.pod_id AND i.inbox_id LIKE 'postmaster@%')
  WHERE pod_id <> 'pod_0000000000000000';

-- The bytes stored now are the sum over all days; what left on a day counts as removed on it.
UPDATE usage_day SET removed_bytes = removed_bytes + COALESCE((SELECT SUM(i.storage_bytes - i.removed_bytes)
    FROM usage_day i WHERE i.org_id = usage_day.org_id AND i.usage_date = usage_day.usage_date
      AND i.subject_id LIKE 'postmaster@%'), 0)
  WHERE subject_id = org_id OR subject_id IN (SELECT pod_id FROM inbox WHERE inbox_id LIKE 'postmaster@%');
INSERT INTO usage_day (org_id, subject_id, usage_date, received, sent_messages, sent_recipients, bounced, complained,
    storage_bytes, api_calls, bounced_permanently, complained_authenticated, removed_bytes)
  SELECT 'org_0000000000000000', 'org_0000000000000000', usage_date, SUM(received), SUM(sent_messages),
    SUM(sent_recipients), SUM(bounced), SUM(complained), SUM(storage_bytes), SUM(api_calls), SUM(bounced_permanently),
    SUM(complained_authenticated), SUM(removed_bytes)
  FROM usage_day WHERE subject_id LIKE 'postmaster@%' GROUP BY usage_date;
INSERT INTO usage_day (org_id, subject_id, usage_date, received, sent_messages, sent_recipients, bounced, complained,
    storage_bytes, api_calls, bounced_permanently, complained_authenticated, removed_bytes)
  SELECT org_id, 'pod_0000000000000000', usage_date, received, sent_messages, sent_recipients, bounced, complained,
    storage_bytes, api_calls, bounced_permanently, complained_authenticated, removed_bytes
  FROM usage_day WHERE subject_id = 'org_0000000000000000';
UPDATE usage_day SET org_id = 'org_0000000000000000' WHERE subject_id LIKE 'postmaster@%';

-- An address that was given up with its inbox is the service's own all the same.
DELETE FROM inbox_address WHERE address LIKE 'postmaster@%' AND retired_at IS NOT NULL;
UPDATE inbox_address SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE address LIKE 'postmaster@%';
UPDATE inbox SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000', client_id = NULL
  WHERE inbox_id LIKE 'postmaster@%';

UPDATE message SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE message_body SET org_id = 'org_0000000000000000' WHERE inbox_id LIKE 'postmaster@%';
UPDATE message_label SET org_id = 'org_0000000000000000' WHERE inbox_id LIKE 'postmaster@%';
UPDATE thread SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE thread_label SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE thread_reference SET org_id = 'org_0000000000000000' WHERE inbox_id LIKE 'postmaster@%';
UPDATE search_document SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE contact SET org_id = 'org_0000000000000000' WHERE inbox_id LIKE 'postmaster@%';

UPDATE draft_body SET org_id = 'org_0000000000000000'
  WHERE draft_id IN (SELECT draft_id FROM draft WHERE inbox_id LIKE 'postmaster@%');
UPDATE draft_attachment SET org_id = 'org_0000000000000000'
  WHERE draft_id IN (SELECT draft_id FROM draft WHERE inbox_id LIKE 'postmaster@%');
UPDATE draft SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE approval_notice SET org_id = 'org_0000000000000000'
  WHERE approval_id IN (SELECT approval_id FROM approval WHERE inbox_id LIKE 'postmaster@%');
UPDATE approval SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE send SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';

UPDATE list_entry SET org_id = 'org_0000000000000000', pod_id = 'pod_0000000000000000'
  WHERE inbox_id LIKE 'postmaster@%';
UPDATE event_day SET org_id = 'org_0000000000000000' WHERE subject_id LIKE 'postmaster@%';
DELETE FROM event WHERE inbox_id LIKE 'postmaster@%' AND seq < (SELECT MAX(e.seq) FROM event e
    WHERE e.org_id = event.org_id AND e.inbox_id = event.inbox_id);
-- What comes before the comma are the ids of the event and the pod, of fixed length.
UPDATE event SET event_type = 'INBOX_DELETED', details = SUBSTRING(details FROM 1 FOR 59) || ',"data":{"wake":false}}'
  WHERE inbox_id LIKE 'postmaster@%';
