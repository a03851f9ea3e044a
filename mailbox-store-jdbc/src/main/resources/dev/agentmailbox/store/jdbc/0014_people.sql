-- A membership waits until its person accepts it; those of before were never asked and stay.
ALTER TABLE membership ADD COLUMN member_status ${key} DEFAULT 'active' NOT NULL;

-- Where the human of a session acts; null until it is known.
ALTER TABLE human_session ADD COLUMN acting_org ${key};
