-- Functions of text and numbers, LIKE and GLOB, JSON, dates and the full-text index.
CREATE TABLE line(id INTEGER PRIMARY KEY, body TEXT);
WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  INSERT INTO line SELECT i, printf('%d river %x of %s, %.3f stones', i, i * 7919, hex(i * i), i / 7.0) FROM n;
SELECT count(*) FROM line WHERE body LIKE '%7 river%3_3%';
SELECT count(*) FROM line WHERE body GLOB '*[0-9]7*of*3[0-4]*';
SELECT sum(length(replace(upper(body), 'RIVER', 'sea'))), max(substr(trim(body), -12)) FROM line;
SELECT sum(instr(body, 'stones') * unicode(body)), count(DISTINCT substr(body, 5, 4)) FROM line;
SELECT sum(json_extract(json_object('a', id, 'b', json_array(id, body)), '$.b[0]')) FROM line;
SELECT max(date(id * 86400, 'unixepoch', '+1 month')), min(strftime('%W', id * 7000, 'unixepoch')) FROM line;
SELECT sum(CAST(printf('%.2f', sqrt(id) * 3.5) AS REAL)), sum(round(id / 3.0, 2)) FROM line;
CREATE VIRTUAL TABLE found USING fts5(body);
INSERT INTO found SELECT body FROM line;
SELECT count(*) FROM found WHERE found MATCH 'river AND stones NOT 12';
SELECT rowid, snippet(found, 0, '[', ']', '.', 3) FROM found WHERE found MATCH '"of 31" OR 640' ORDER BY rank LIMIT 5;
