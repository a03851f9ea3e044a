-- A column more, and a row that uses it.
ALTER TABLE setting ADD COLUMN note ${text};
INSERT INTO setting (name, setting_value, note)
VALUES ('a', 'b', 'c; d');
