-- Rows put into tables with indices, changed and deleted.
CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, kind INTEGER, price REAL);
CREATE INDEX item_name ON item(name);
CREATE INDEX item_kind ON item(kind, price);
CREATE TABLE log(id INTEGER, what TEXT);
CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN INSERT INTO log VALUES(old.id, old.name); END;
BEGIN;
WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
  INSERT INTO item SELECT i, 'item ' || (i * 7919 % 10007), i % 37, i % 1009 / 8.0 FROM n;
COMMIT;
UPDATE item SET price = price * 1.25, name = name || '!' WHERE kind < 9;
DELETE FROM item WHERE id % 11 = 3;
INSERT OR REPLACE INTO item SELECT id, upper(name), kind + 1, price FROM item WHERE id % 5 = 0;
SELECT count(*), sum(price), min(name), max(name) FROM item;
SELECT count(*), max(what) FROM log;
PRAGMA integrity_check;
